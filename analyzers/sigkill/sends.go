package sigkill

import (
	"go/ast"
	"path"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// signal is what a command does to processes.
type signal int

const (
	nothing signal = iota
	asks           // SIGTERM, or another one that can be caught
	kills          // SIGKILL
)

// sends returns which signal the command sends, if any, and the expression that
// says so.
func (c *command) sends(p *check.Pass) (signal, ast.Expr) {
	if c.script != "" {
		worst := nothing
		for _, line := range strings.FieldsFunc(c.script, func(r rune) bool { return strings.ContainsRune(";|&\n()`", r) }) {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "$"))
			for i, w := range words {
				if _, ok := catalog.Killers[path.Base(w)]; ok && (i == 0 || words[0] == "sudo" || words[0] == "xargs" || words[0] == "exec") {
					s, _ := sent(path.Base(w), words[i+1:])
					worst = max(worst, s)
				}
			}
		}
		return worst, c.args[len(c.args)-1]
	}
	words := make([]string, len(c.args))
	for i, arg := range c.args {
		words[i] = text(p, arg)
	}
	s, at := sent(c.tool, words)
	if at < 0 {
		return s, nil
	}
	return s, c.args[at]
}

// sent returns which signal a program sends with these arguments, and which of
// them says so, -1 for none.
func sent(tool string, args []string) (signal, int) {
	row, ok := catalog.Killers[tool]
	if !ok || row.Needs != "" && !slices.Contains(args, row.Needs) {
		return nothing, -1
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
			return kills, at
		case "0":
			return nothing, -1
		case "15", "TERM", "2", "INT", "1", "HUP", "3", "QUIT", "STOP", "CONT", "USR1", "USR2":
			return asks, at
		}
	}
	if row.Default {
		return kills, slices.Index(args, row.Needs)
	}
	return asks, -1
}
