/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_EXPECT_H_
#define NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_EXPECT_H_

/* Assertions of kernel C; a failure becomes a failure of the running GoogleTest test. */
void ktest_fail(const char *file, int line, const char *text);

#define EXPECT(condition)                                                                          \
	do {                                                                                       \
		if (!(condition))                                                                  \
			ktest_fail(__FILE__, __LINE__, #condition);                                \
	} while (0)

#endif /* NEURON_VP_TESTBENCH_TESTS_KERNEL_MODULE_EXPECT_H_ */
