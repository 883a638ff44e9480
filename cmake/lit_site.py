"""Site configuration for the lit suites of Clang and Polly.

An ordinary LLVM build writes a lit.site.cfg.py for every suite. Here the tools
are the distribution's and ours in one folder of links, and the suites' own
lit.cfg files are used as they are. tools/run-tests writes a two-line
lit.site.cfg.py that calls load().
"""

import os
import sys


def load(lit_config, config, project, tree, tools, work, prefix, sources=None):
    """project: clang or polly; tree: the LLVM source tree; tools: folder with
    all tools; work: folder for outputs; prefix: the distribution's LLVM;
    sources: where the tests are, if not in the tree."""
    with open(os.path.join(prefix, "lib/cmake/llvm/LLVMConfig.cmake")) as f:
        targets = next(
            line.split(" ", 1)[1].rstrip(")\n").replace(";", " ")
            for line in f
            if line.startswith("set(LLVM_TARGETS_TO_BUILD ")
        )
    exec_root = os.path.join(work, "test")
    os.makedirs(exec_root, exist_ok=True)

    config.llvm_src_root = os.path.join(tree, "llvm")
    config.llvm_obj_root = work
    config.llvm_tools_dir = tools
    config.llvm_libs_dir = os.path.join(prefix, "lib")
    config.llvm_shlib_dir = config.llvm_libs_dir
    config.llvm_plugin_ext = ".so"
    config.lit_tools_dir = ""
    config.errc_messages = ";".join(
        ["No such file or directory", "Is a directory", "Invalid argument", "Permission denied"]
    )
    config.host_triple = config.target_triple = "x86_64-pc-linux-gnu"
    config.host_arch = "x86_64"
    config.host_cc = os.path.join(prefix, "bin/clang")
    config.host_cxx = os.path.join(prefix, "bin/clang++")
    config.python_executable = sys.executable
    config.perl_executable = ""
    config.llvm_use_sanitizer = ""
    config.have_zlib = config.have_zstd = 1
    config.enable_threads = 1
    config.enable_shared = config.enable_backtrace = 0
    config.llvm_external_lit = ""
    config.standalone_build = 1
    config.have_llvm_driver = 0
    config.reverse_iteration = 0

    import lit.llvm

    if project == "clang":
        config.clang_lit_site_cfg = os.path.join(exec_root, "lit.site.cfg.py")
        config.clang_obj_root = work
        config.clang_src_dir = os.path.join(tree, "clang")
        config.clang_tools_dir = tools
        config.clang_lib_dir = config.llvm_libs_dir
        config.clang_arcmt = 1
        config.clang_default_pie_on_linux = 1
        config.clang_default_cxx_stdlib = ""
        config.clang_staticanalyzer = 1
        config.clang_staticanalyzer_z3 = 1
        config.clang_enable_cir = 0
        config.clang_examples = 0
        config.use_z3_solver = ""
        config.has_plugins = 0
        config.clang_vendor_uti = ""
        config.ppc_linux_default_ieeelongdouble = 0
        config.substitutions.append(("%llvm-version-major", prefix.rsplit("-", 1)[1]))
        lit.llvm.initialize(lit_config, config)
        lit_config.load_config(config, os.path.join(tree, "clang/test/lit.cfg.py"))
    else:
        config.polly_obj_root = work
        config.polly_lib_dir = config.llvm_libs_dir
        config.targets_to_build = targets
        config.extra_paths = []
        for arch in targets.split():
            config.available_features.add(arch.lower() + "-registered-target")
        config.excludes = ["Inputs", "Unit", "UnitIsl"]  # the last two are other suites
        options = (
            "  -polly-process-unprofitable  -polly-remarks-minimal "
            " -polly-use-llvm-names  -polly-import-jscop-dir=%S "
            " -polly-codegen-verify "
        )
        config.substitutions.append(("%loadPolly", options))
        config.substitutions.append(("%loadNPMPolly", options))
        lit.llvm.initialize(lit_config, config)
        lit_config.load_config(config, os.path.join(tree, "polly/test/lit.cfg"))
    if sources:
        config.test_source_root = sources
