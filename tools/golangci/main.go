// Command golangci is a golangci-lint that contains the plugin, as golangci-lint
// custom would build it, without its download. The test beside it holds the
// plugin against the command with it.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/lifecyclelint/lifecyclelint/gclplugin"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{GoVersion: "unknown", Version: "2", Commit: "none"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
