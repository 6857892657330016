package leftopen

import (
	"flag"
	"os"
)

// Only commands call it: the program ends when it returns.
func initialize(flags *flag.FlagSet) error {
	taken, err := entries(flags.Arg(0))
	if err != nil || taken {
		return err
	}
	return os.Mkdir(flags.Arg(0), 0o700)
}

func entries(dir string) (bool, error) {
	f, err := os.Open(dir) // want `f, opened here, is never closed`
	if err != nil {
		return false, err
	}
	names, err := f.Readdirnames(-1)
	return len(names) > 0, err
}
