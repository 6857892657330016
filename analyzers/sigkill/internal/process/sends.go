package process

import (
	"go/ast"
	"path"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Signal is what a command does to processes.
type Signal int

const (
	Nothing Signal = iota
	Asks           // SIGTERM, or another one that can be caught
	Kills          // SIGKILL
)

// sends returns which signal the command sends, if any, and the expression that
// says so.
func (c *Command) sends(p *check.Pass) (Signal, ast.Expr) {
	if c.Script != "" {
		worst := Nothing
		for _, line := range strings.FieldsFunc(c.Script, func(r rune) bool { return strings.ContainsRune(";|&\n()`", r) }) {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "$"))
			for i, w := range words {
				if _, ok := catalog.Killers[path.Base(w)]; ok && (i == 0 || words[0] == "sudo" || words[0] == "xargs" || words[0] == "exec") {
					s, _ := sent(path.Base(w), words[i+1:])
					worst = max(worst, s)
				}
			}
		}
		return worst, c.Args[len(c.Args)-1]
	}
	words := make([]string, len(c.Args))
	for i, arg := range c.Args {
		words[i] = Text(p, arg)
	}
	s, at := sent(c.Tool, words)
	if at < 0 {
		return s, nil
	}
	return s, c.Args[at]
}

// sent returns which signal a program sends with these arguments, and which of
// them says so, -1 for none.
func sent(tool string, args []string) (Signal, int) {
	row, ok := catalog.Killers[tool]
	if !ok || row.Needs != "" && !slices.Contains(args, row.Needs) {
		return Nothing, -1
	}
	for i, arg := range args {
		name, isFlag := strings.CutPrefix(arg, "-")
		if !isFlag || arg == row.Needs {
			continue
		}
		name, at := strings.TrimPrefix(name, "-"), i
		name, _ = strings.CutPrefix(name, "signal=")
		if (name == "s" || name == "n" || name == "signal") && i+1 < len(args) {
			name, at = args[i+1], i+1
		}
		switch strings.TrimPrefix(strings.ToUpper(name), "SIG") {
		case "9", "KILL":
			return Kills, at
		case "0":
			return Nothing, -1
		case "15", "TERM", "2", "INT", "1", "HUP", "3", "QUIT", "STOP", "CONT", "USR1", "USR2":
			return Asks, at
		}
	}
	if row.Default {
		return Kills, slices.Index(args, row.Needs)
	}
	return Asks, -1
}
