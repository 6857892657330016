// Command corpus repeats runs of lifecyclelint over checkouts of real programs, and
// compares two of its builds by what they report there.
//
//	corpus run -tool ./lifecyclelint -out new dskit=../dskit caddy=../caddy
//	corpus diff old new
//	corpus table new
//	corpus run -verdicts -tool ./lifecyclelint -out verdicts dskit=../dskit
//	corpus doubts verdicts
//	corpus doubts -confirmed record.jsonl verdicts
//	corpus sample -doubt process-lifetime -n 20 verdicts
//	corpus recall -tool ./lifecyclelint ../dskit 9d10c564
//	corpus mutate dskit=../dskit >mutants.csv
//	corpus mutants mutants.csv
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

const usage = `usage: corpus run -tool FILE -out DIR [-verdicts] [-checks LIST] [-goflags FLAGS] NAME=CHECKOUT...
       corpus doubts [-confirmed RECORD] [DIR]
       corpus sample [-doubt ID] [-confidence TIER] [-check ID] [-n COUNT] DIR
       corpus diff OLD NEW
       corpus table DIR
       corpus recall -tool FILE [-checks LIST] [-goflags FLAGS] CHECKOUT COMMIT...
       corpus mutate [-goflags FLAGS] [-only KINDS] NAME=CHECKOUT...
       corpus mutants FILE
`

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func command(args []string, w io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("want a command\n%s", usage)
	}
	switch name, args := args[0], args[1:]; {
	case name == "run":
		return runCommand(args, w)
	case name == "recall":
		return recallCommand(args, w)
	case name == "mutate":
		return mutateCommand(args, w)
	case name == "mutants" && len(args) == 1:
		return mutantsTable(w, args[0])
	case name == "sample":
		return sampleCommand(args, w)
	case name == "doubts":
		return doubtsCommand(args, w)
	case name == "diff" && len(args) == 2:
		return diff(w, args[0], args[1])
	case name == "table" && len(args) == 1:
		return table(w, args[0])
	}
	return fmt.Errorf("cannot %s\n%s", strings.Join(args, " "), usage)
}

// flags returns the options that every run of the linter has.
func (r *runner) flags(command string) *flag.FlagSet {
	fs := flag.NewFlagSet(command, flag.ContinueOnError)
	fs.StringVar(&r.tool, "tool", "", "the lifecyclelint to run")
	fs.StringVar(&r.checks, "checks", "all", "checks to run")
	fs.StringVar(&r.goflags, "goflags", "-mod=mod", "GOFLAGS of the runs, for checkouts without a vendor directory")
	return fs
}

func recallCommand(args []string, w io.Writer) error {
	var r runner
	fs := r.flags("recall")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if r.tool == "" || fs.NArg() < 2 {
		return fmt.Errorf("recall wants -tool, a checkout and commits\n%s", usage)
	}
	return r.recall(w, fs.Arg(0), fs.Args()[1:])
}

func runCommand(args []string, w io.Writer) error {
	var r runner
	fs := r.flags("run")
	fs.BoolVar(&r.verdicts, "verdicts", false, "keep the findings of every tier, with their doubts")
	fs.StringVar(&r.out, "out", "", "directory for the reports, one file each")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if r.tool == "" || r.out == "" || fs.NArg() == 0 {
		return fmt.Errorf("run wants -tool, -out and checkouts\n%s", usage)
	}
	for _, arg := range fs.Args() {
		name, dir, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=CHECKOUT", arg)
		}
		line, err := r.run(name, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintln(w, line)
	}
	return nil
}
