package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime/pprof"
	"time"
)

// limitVariable is the environment variable that says how long one package may take.
const limitVariable = "LIFECYCLELINT_PACKAGE_LIMIT"

// limitTime ends the process when the analysis of its one package has not ended in time, so
// that a bug of the linter blocks no pipeline: the go command names the package, and
// continues with the others. The largest measured packages take seconds.
func limitTime() {
	limit, err := time.ParseDuration(cmp.Or(os.Getenv(limitVariable), "10m"))
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", limitVariable, err)
		os.Exit(1)
	}
	time.AfterFunc(limit, func() {
		fmt.Fprintf(os.Stderr, "the analysis of this package has not ended after %s: please report it%s; %s gives it more\n", limit, dump(), limitVariable)
		os.Exit(1)
	})
}

// dump writes what the goroutines are doing to a file, and says where it is.
func dump() string {
	f, err := os.CreateTemp("", "lifecyclelint-stacks-*.txt")
	if err != nil {
		return ""
	}
	defer f.Close()
	if err := pprof.Lookup("goroutine").WriteTo(f, 2); err != nil {
		return ""
	}
	return ", with " + f.Name()
}
