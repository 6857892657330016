// Command lifecyclelint finds service-lifecycle bugs in Go programs.
//
// It is three tools in one binary: a command for people and CI; a tool for
// go vet -vettool and go fix -fixtool; and, started by the former as the latter,
// its own analysis engine.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/auditor"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/cli"
	"github.com/lifecyclelint/lifecyclelint/internal/modeler"
)

func main() {
	if slices.Contains(os.Args[1:], "-V=full") {
		tellBuild(os.Stdout)
		return
	}
	if vetProtocol(os.Args[1:]) {
		if strings.HasSuffix(os.Args[len(os.Args)-1], ".cfg") {
			limitTime()
		}
		delayCollection()
		u := readUnit(os.Args[1:])
		args, skip, err := u.configured(os.Args[1:])
		if err != nil {
			fmt.Fprintf(os.Stderr, "lifecyclelint: %v\n", err)
			os.Exit(1)
		}
		os.Args = append(os.Args[:1], args...)
		unitchecker.Main(u.analyzers(args, suite(args, check.Options{Skip: skip}))...)
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// delayCollection leaves the garbage of a package alone until there is a lot of it,
// as the compiler does: most packages are done before, and the go command starts
// this program once for each, dependencies included.
func delayCollection() {
	const least, room = 4 << 20, 64 << 20 // what the runtime starts with, and the target
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(100 * room / least)
	collected := new([16]byte)
	runtime.AddCleanup(collected, func(int) { debug.SetGCPercent(usual) }, 0)
}

// vetProtocol reports whether the go command is calling: it queries the version and the
// flags, and then passes one .cfg file per package.
func vetProtocol(args []string) bool {
	return slices.Contains(args, "-V=full") || slices.Contains(args, "-flags") ||
		len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// suite returns the analyzers. Those that describe are among them only when they are
// asked for, or when the go command asks which flags there are: that of the audit looks
// into every dependency.
func suite(args []string, opts check.Options) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, describes := range []*analysis.Analyzer{auditor.Analyzer, modeler.Analyzer} {
		if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-"+describes.Name) || a == "-flags" }) {
			list = append(list, describes)
		}
	}
	for _, a := range analyzers.New(opts) {
		list = append(list, a.Analyzer)
	}
	return list
}
