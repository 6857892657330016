package leftopen

import (
	"flag"
	"os"
	"time"
)

// The command runs on, and calls it in each pass.
func watchDirectory(flags *flag.FlagSet, use func(int)) {
	for {
		if n, err := countNames(flags.Arg(0)); err == nil {
			use(n)
		}
		time.Sleep(time.Minute)
	}
}

func countNames(dir string) (int, error) {
	f, err := os.Open(dir) // want `f, opened here, is never closed`
	if err != nil {
		return 0, err
	}
	names, err := f.Readdirnames(-1)
	return len(names), err
}

// Others than the command call it as well.
func listCommand(flags *flag.FlagSet) (int, error) { return first(flags.Arg(0)) }

func Size(dir string) (int, error) { return first(dir) }

func first(dir string) (int, error) {
	f, err := os.Open(dir) // want `f, opened here, is never closed`
	if err != nil {
		return 0, err
	}
	names, err := f.Readdirnames(1)
	return len(names), err
}
