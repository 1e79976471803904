#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes gen/driver/uapi/neuron_fidelity.h and .c from driver/uapi/fidelity.yaml.

usage: fidelity.py BUILD_DIR fidelity.yaml
"""
import pathlib
import sys

import yaml

MODES = ("documented", "shipped", "fixed")
SPDX = "/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */\n"


def header(rows):
    out = [SPDX, "/* Generated from driver/uapi/fidelity.yaml. */\n",
           "#ifndef NEURON_FIDELITY_H\n#define NEURON_FIDELITY_H\n\n",
           "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
           "enum neuron_fidelity_mode { NFID_DOCUMENTED, NFID_SHIPPED, NFID_FIXED, NFID_MODES };\n\n",
           "enum neuron_fidelity_switch {\n"]
    out += [f"\tNFID_{name.upper()}, /* {ref} */\n" for name, ref, *_ in rows]
    out.append("\tNFID_COUNT\n};\n\n")
    for name, _, *values in rows:
        for index, value in enumerate(dict.fromkeys(values)):
            out.append(f"#define NFID_{name.upper()}_{value.upper()} {index}\n")
    out.append("""
struct neuron_fidelity_row {
	const char *name, *reference;
	const char *values[NFID_MODES + 1]; /* null after the last */
	unsigned char of_mode[NFID_MODES];  /* index into values */
};

/* The switches as data, and the values in force (those of `documented` until somebody sets others). */
extern const struct neuron_fidelity_row neuron_fidelity_rows[NFID_COUNT];
extern unsigned char neuron_fidelity[NFID_COUNT];

/* True if switch `name` has `value`: NEURON_FIDELITY(COPY_FAULT, EFAULT). */
#define NEURON_FIDELITY(name, value) (neuron_fidelity[NFID_##name] == NFID_##name##_##value)

#ifdef __cplusplus
}
#endif

#endif /* NEURON_FIDELITY_H */
""")
    return "".join(out)


def source(rows):
    out = [SPDX, "/* Generated from driver/uapi/fidelity.yaml. */\n#include \"neuron_fidelity.h\"\n\n",
           "const struct neuron_fidelity_row neuron_fidelity_rows[NFID_COUNT] = {\n"]
    defaults = []
    for name, ref, *values in rows:
        distinct = list(dict.fromkeys(values))
        names = ", ".join(f'"{v}"' for v in distinct)
        of_mode = ", ".join(str(distinct.index(v)) for v in values)
        out.append(f'\t{{ "{name}", "{ref}", {{ {names} }}, {{ {of_mode} }} }},\n')
        defaults.append(str(distinct.index(values[0])))
    out.append("};\n\nunsigned char neuron_fidelity[NFID_COUNT] = { " + ", ".join(defaults) + " };\n")
    return "".join(out)


def main():
    build, data = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = yaml.safe_load(data.read_text())["switches"]
    for row in rows:
        if len(row) != 2 + len(MODES):
            sys.exit(f"{data}: {row}: accepted are name, reference and one value per mode")
    out = build / "gen/driver/uapi"
    out.mkdir(parents=True, exist_ok=True)
    (out / "neuron_fidelity.h").write_text(header(rows))
    (out / "neuron_fidelity.c").write_text(source(rows))


if __name__ == "__main__":
    main()
