#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random scenarios: whatever happens in them, the program comes to a verdict, the kernel checks stay silent, and in
fidelity fixed no count is lost or invented (docs/reference/00-overview.md, check 3).

usage: scenario_fuzz.py PROGRAM [FIRST [COUNT]]

A seed gives one scenario, on any machine; `scenario_fuzz.py --show KIND SEED` prints it.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PS = {"ps": 1, "us": 10**6, "ms": 10**9, "s": 10**12}
COUNTERS = {  # datastore counter -> id of its COUNTER row (chapter 21, section 3)
    "INFER_COMPLETED": "NERR_OK", "GENERIC_FAIL": "NERR_FAIL", "INFER_TIMED_OUT": "NERR_TIMEOUT",
    "INFER_INCORRECT_INPUT": "NERR_INFER_BAD_INPUT", "ERR_NUMERICAL": "NERR_NUMERICAL_ERR",
    "ERR_TRANSIENT": "NERR_TRANSIENT_ERR", "ERR_HW": "NERR_HW_ERROR", "OOB": "NERR_OOB",
    "INFER_COMPLETED_WITH_ERR": "NERR_INFER_COMPLETED_WITH_ERR", "HW_ERR_NC_UE": "NERR_HW_ERR_NC_UE",
    "INFER_COMPLETED_WITH_NUM_ERR": "NERR_INFER_COMPLETED_WITH_NUM_ERR",
    "ERR_SW_NQ_OVERFLOW": "NERR_SW_NQ_OVERFLOW", "HW_ERR_DMA_ABORT": "NERR_HW_ERR_DMA_ABORT",
}
OUTCOMES = ["success", "1", "2", "5", "6", "1002", "1003", "1004", "1005", "1006", "hang", "sram_uncorrectable"]
ANSWERS = ["fw.drop", "fw.error", "fw.bad_seq", "fw.bad_crc", "fw.short_response", "fw.delay", "fw.no_clear"]
DISASTERS = ["fw.crash", "fw.hang", "link.gone", "link.drop_write", "link.hang_read", "reset.ignore", "reset.stuck",
             "reset.dead", "fw.ecc_freeze", "fw.power_freeze", "fw.stale_identity", "kernel.fail_alloc",
             "driver.fail_fwio_read", "register.value"]
COMMANDS = ["DEVICE_RESET", "DEVICE_READY", "DEVICE_INFO", "DEVICE_INIT", "DEVICE_RELEASE", "NC_RESET",
            "NC_RESET_READY", "CRWL_NC_RANGE_MARK", "CRWL_NC_RANGE_UNMARK", "ACQUIRE_NEURON_DS",
            "RELEASE_NEURON_DS", "POST_METRIC", "METRICS_CTRL", "READ_HW_COUNTERS", "DEVICE_BASIC_INFO"]
# Moments where a race may hide: boot, probe, a reset's polls, posts (a jiffy later), the exits of others.
HOT = [0, 5 * PS["ms"], 105 * PS["ms"], 205 * PS["ms"], 305 * PS["ms"], 1 * PS["s"], 2 * PS["s"], 3 * PS["s"]]


EXIT = 3 * PS["s"]  # within this time a process that was killed is gone


def off_the_grid(ps):
    """A moment near it at which nothing else happens: what is read a picosecond earlier is what a process leaves."""
    return ps - ps % PS["us"] + 500_003


def time(ps):
    return f"{ps} ps"


class Story:
    def __init__(self, seed, kind):
        self.r = random.Random(seed)
        self.kind = kind  # "loss": counts must come out even; "wild": anything
        self.post_ms = self.r.choice([200, 500, 1000])
        self.end = self.r.choice([3, 4, 6]) * PS["s"]
        self.generation = self.r.choice(["v2", "v3", "v4"])
        self.width = 1 if self.generation == "v2" else 2
        self.cores = 2 if self.generation == "v2" else 8
        self.devices = self.r.choice([1, 1, 2])
        self.events, self.oracle, self.deaths = [], [], {}

    def moment(self):
        r = self.r
        near = r.choice([r.randrange(self.end), r.choice(HOT),
                         r.randrange(1, 10) * self.post_ms * PS["ms"] + r.randrange(60) * PS["ms"]])
        t = near + r.choice([0, 1, r.randrange(10**6), r.randrange(10**8), r.randrange(10**10)])
        return min(t, self.end - 1)

    def process(self, n):
        r = self.r
        size = self.width * r.choice([1, 1, 2])
        first = r.randrange(0, self.cores - size + 1, self.width)
        spec = {"name": f"p{n}", "device": r.randrange(self.devices), "start": time(r.choice(
            [0, r.randrange(10 * PS["ms"]), r.randrange(self.end // 2)]))}
        if r.random() < 0.85:
            spec["cores"] = f"{first}-{first + size - 1}" if size > 1 else str(first)
            spec["environment"] = {"NEURON_RT_RESET_CORES": r.choice([0, 0, 1])}
            mix = {o: r.randrange(1, 9) for o in r.sample(OUTCOMES[:-2] if self.kind == "loss" else OUTCOMES, 3)}
            spec["workload"] = {"rate": r.choice([1, 7, 50, 200]), "duration": r.choice(["1 ms", "3 ms", "100 us"]),
                                "errors": {"success": 20, **mix}}
        if r.random() < 0.3:
            spec["features"] = "multicore"
        return spec

    def act(self, processes):
        r = self.r
        device = r.randrange(self.devices)
        who = r.choice(processes)["name"]
        actions = [
            {"ecc": {"device": device, "source": r.choice(["sram", "hbm0", "hbm1"]),
                     "kind": r.choice(["corrected", "uncorrectable"]), "count": r.choice([1, 3, 1000])}},
            {"reset": {"device": device, "map": r.choice([1, 3, 0xc, "all"]), "wait": r.choice(["true", "false"])}},
            {"reset": {"device": device, "by": r.choice(["sysfs", "device_ioctl"])}},
            {"metrics": {"device": device, "mode": r.choice(["pause", "resume", "resume"])}},
            {"parameter": {"name": "nmetric_log_posts", "value": r.choice([0, 1, 1, 3])}},
            {"parameter": {"name": "fwio_post_engine", "value": r.choice([0, 1])}},
            {"fault": {"point": "driver.fail_fwio_post_metric", "count": r.choice([1, 2]), "lasts": "900 ms"}},
            {"log": {"process": who, "text": "%s%n", "coalesced": r.choice(["true", "false"]), "count": r.choice([1, 50])}},
            {"kill": {"process": who}},
            {"start": {"process": who}},
        ]
        if self.kind == "wild":
            point = r.choice(ANSWERS + DISASTERS)
            fault = {"point": point, "device": device, "lasts": r.choice(["1 us", "50 ms", "700 ms"])}
            if point in ("fw.delay", "reset.dead"):
                fault["time"] = r.choice(["1 ms", "1100 ms"])
            if point == "fw.error":
                fault["code"] = r.choice([1, 2, 255])
            if point == "register.value":
                fault.update(offset=r.choice([0, 4, 0xFFFC]), value=0xffffffff)
            if point == "kernel.fail_alloc":
                fault["value"] = r.randrange(1, 20)
            actions += 3 * [{"fault": fault}]
            actions += [{"stop": {"process": who}},
                        {"kill": {"process": who, "signal": r.choice([9, 15, "SIGTERM"])}},
                        {"repair_state": {"device": device, "state": r.randrange(4)}},
                        {"poke": {"device": device, "offset": 4 * r.randrange(1 << 20), "value": r.randrange(1 << 32),
                                  "timed": r.choice(["true", "false"])}},
                        {"ioctl": {"device": device, "command": r.choice(COMMANDS),
                                   "bytes": r.randbytes(r.choice([4, 8, 32, 128])).hex()}},
                        {"ioctl": {"device": device, "command": r.choice(COMMANDS), "process": who,
                                   "argument": r.choice(["null", "wild", "none"])}},
                        {"sysfs_write": {"path": "class/neuron_device/neuron0/reset", "text": r.choice(["1", "x", ""])}},
                        ]
        action = r.choice(actions)
        if "fault" in action:
            action["fault"]["may_not_fire"] = "true"
        return action

    def expect_counts(self, process, t):
        """What the process has counted on its way to t, just before it dies."""
        if "cores" not in process:
            return
        first, last = (process["cores"] + "-" + process["cores"]).split("-")[:2]
        for core in range(int(first), int(last) + 1):
            for counter, row in COUNTERS.items():
                what = {"process": process["name"], "device": process["device"], "core": core, "counter": counter,
                        "at_least": 0}
                if t is not None:
                    what["at"] = time(t)
                self.oracle.append((process["device"], row))
                self.expect.append({"counter": what})

    def scenario(self):
        r = self.r
        processes = [self.process(n) for n in range(r.choice([1, 2, 4, 4, 17]))]
        self.expect = [{"nothing_unexpected": {"allow": ["warning", "dma_fault", "mmio_error", "unclaimed",
                                                         "firmware_fault"]}}]
        timeline = [(self.moment(), self.act(processes)) for _ in range(r.choice([3, 10, 30]))]
        for t, action in sorted(timeline, key=lambda entry: entry[0]):
            if self.kind == "loss":
                if action.get("parameter", {}).get("value") == 0 and t < 2 * PS["s"]:
                    continue  # a device that is probed with nmetric_log_posts 0 never posts (chapter 21, section 1)
                if "kill" in action:
                    name = action["kill"]["process"]
                    t = off_the_grid(t)
                    if t < self.deaths.get(name, -EXIT) + EXIT:
                        continue
                    self.deaths[name] = t
                    self.expect_counts(next(p for p in processes if p["name"] == name), t - 1)
            self.events.append({"at": time(t), **action})
        self.events.sort(key=lambda event: int(event["at"].split()[0]))
        system = {"generation": self.generation, "devices": self.devices, "hz": r.choice([100, 250, 300, 1000]),
                  "fidelity": "fixed" if self.kind == "loss" else r.choice(["documented", "shipped", "fixed"]),
                  "quantum": r.choice(["0", "0", "10 us"]) if self.kind == "wild" else "0",
                  "parameters": {"nmetric_metric_post_delay": self.post_ms}}
        if r.random() < 0.3:
            system["firmware"] = {"boot_time": r.choice(["0", "1 ms", "900 ms"]),
                                  "device_reset_time": r.choice(["0", "1 ms", "700 ms"])}
        if self.kind == "loss":
            tail = off_the_grid(self.end + EXIT)
            self.events += [{"at": time(tail), "parameter": {"name": "nmetric_log_posts", "value": 1}}]
            for device in range(self.devices):
                self.events.append({"at": time(tail), "metrics": {"device": device, "mode": "resume"}})
            for process in processes:
                self.expect_counts(process, tail)
                self.events.append({"at": time(tail + 1), "kill": {"process": process["name"]}})
            for device in range(self.devices):
                for row in COUNTERS.values():
                    self.expect.append({"total": {"device": device, "id": row, "at_least": 0}})
        return {"version": 1, "seed": r.randrange(1 << 32), "duration": time(self.end + EXIT + 8 * PS["s"]), "system": system,
                "processes": processes, "events": self.events, "expect": self.expect}


def make(kind, seed):
    return Story(seed * 2 + (kind == "wild"), kind)


def number(found):
    return int(found.split(",")[0].split(" ")[0])


def problems(program, seed, kind):
    story = make(kind, seed)
    scenario = story.scenario()
    with tempfile.TemporaryDirectory() as folder:
        path, report = os.path.join(folder, "s.yaml"), os.path.join(folder, "r.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(scenario, out, indent=1)
        try:
            run = subprocess.run([program, "run", "-q", path, "--json", report], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=600, check=False)
        except subprocess.TimeoutExpired:
            return ["it does not end"]
        text = run.stdout.decode("utf-8", "replace")
        if "Sanitizer" in text and "WARNING: ASan is ignoring" not in text or "runtime error" in text:
            return [text[:3000]]
        if run.returncode not in (0, 1):
            return [f"code {run.returncode}: {text[-1500:]}"]
        with open(report, encoding="utf-8") as content:
            result = json.load(content)["runs"][0]
    found = []
    if not result["expectations"][0]["met"]:
        found.append(result["expectations"][0]["found"])
    if kind == "loss":
        found += balance(story, result)
    return found


def balance(story, result):
    counted, totals = {}, {}
    readings = [e for e in result["expectations"] if e["kind"] == "counter"]
    for key, reading in zip(story.oracle, readings):
        if reading["met"]:
            counted[key] = counted.get(key, 0) + number(reading["found"])
        elif "does not live" not in reading["found"] and "no datastore" not in reading["found"]:
            return []  # nobody knows what that process had counted
    keys = [(device, row) for device in range(story.devices) for row in COUNTERS.values()]
    for key, total in zip(keys, [e for e in result["expectations"] if e["kind"] == "total"]):
        totals[key] = number(total["found"])
    return [f"device {k[0]} {k[1]}: counted {counted.get(k, 0)}, posted {totals[k]}"
            for k in keys if counted.get(k, 0) != totals[k]]


def main():
    if sys.argv[1] == "--show":
        print(json.dumps(make(sys.argv[2], int(sys.argv[3])).scenario(), indent=1))
        return 0
    program = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    bad = 0
    for seed in range(first, first + count):
        for kind in ("loss", "wild"):
            for problem in problems(program, seed, kind):
                bad += 1
                print(f"seed {seed}, {kind}: {problem}", flush=True)
    print(f"{2 * count} scenarios, {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
