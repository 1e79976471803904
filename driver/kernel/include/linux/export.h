/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_EXPORT_H
#define _VK_LINUX_EXPORT_H

#define EXPORT_SYMBOL(symbol) extern __typeof__(symbol) symbol
#define EXPORT_SYMBOL_GPL(symbol) extern __typeof__(symbol) symbol
#define EXPORT_SYMBOL_NS_GPL(symbol, ns) extern __typeof__(symbol) symbol
#ifndef _VK_THIS_MODULE
#define _VK_THIS_MODULE
struct module;
extern struct module __this_module;
#define THIS_MODULE (&__this_module)
#endif

#endif /* _VK_LINUX_EXPORT_H */
