package platformexec

import (
	"go/ast"
	"go/build/constraint"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// looksFirst returns where the function around cur looks for the program, or for its
// file, before it runs it.
func looksFirst(p *check.Pass, cur inspector.Cursor, cmd *process.Command) ast.Node {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		switch callmatch.CalleeName(p.TypesInfo, call) {
		case "os/exec.LookPath", "os.Stat":
			if name := process.Text(p, call.Args[0]); name == " " || path.Base(name) == cmd.Tool {
				return call
			}
		}
	}
	return nil
}

// constrained reports whether the file is for some systems only.
func constrained(p *check.Pass, cur inspector.Cursor) bool {
	file := astindex.FileOf(cur)
	name := strings.TrimSuffix(filepath.Base(p.Fset.File(file.Pos()).Name()), ".go")
	if systems[name[strings.LastIndexByte(name, '_')+1:]] {
		return true
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			expr, err := constraint.Parse(c.Text)
			if err != nil || c.Pos() > file.Package {
				continue
			}
			if !expr.Eval(func(tag string) bool { return !systems[tag] }) {
				return true
			}
		}
	}
	return false
}

// systems are the operating systems that build constraints speak of.
var systems = map[string]bool{"aix": true, "darwin": true, "dragonfly": true, "freebsd": true, "linux": true, "netbsd": true, "openbsd": true, "solaris": true, "unix": true, "windows": true}
