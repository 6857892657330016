package templeft

import (
	"flag"
	"os"
)

// The file stays when the process of the command has ended.
func initCommand(flags *flag.FlagSet) error {
	return sendReadme(flags.Arg(0))
}

func sendReadme(text string) error {
	f, err := os.CreateTemp("", "readme-") // want `the temporary file is left by each call: nothing removes f`
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
