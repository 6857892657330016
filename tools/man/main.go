// Command man writes the manual pages of lifecyclelint into a directory.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"github.com/lifecyclelint/lifecyclelint/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: man directory")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root := cli.Root()
	root.DisableAutoGenTag = true // the date would differ from build to build
	return doc.GenManTree(root, &doc.GenManHeader{Title: "LIFECYCLELINT", Section: "1", Source: "lifecyclelint"}, dir)
}
