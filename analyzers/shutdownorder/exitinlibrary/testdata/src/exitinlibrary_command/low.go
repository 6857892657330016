package command

import (
	"flag"
	"log"
	"os"
)

// Print prints a file.
func Print(args []string) error {
	set := flag.NewFlagSet("print", flag.ExitOnError)
	if err := set.Parse(args); err != nil {
		return err
	}
	data, err := os.ReadFile(set.Arg(0))
	if err != nil {
		log.Fatal(err) // want `callers of Print cannot handle the error`
	}
	_, err = os.Stdout.Write(data)
	return err
}
