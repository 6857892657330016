package commandnolimit

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// program names the program of a command for a message.
func program(p *check.Pass, cur inspector.Cursor) string {
	if c := process.CommandOf(p, cur); c != nil && strings.TrimSpace(c.Tool) != "" {
		return c.Tool
	}
	return "the command"
}

// remote reports whether a command waits for another machine, or is one that the program does not choose: a script
// or a program that is a setting, or comes from a record.
func remote(p *check.Pass, cur inspector.Cursor) bool {
	c := process.CommandOf(p, cur)
	if c == nil {
		return false
	}
	switch {
	case strings.TrimSpace(c.Tool) == "":
		call := cur.Node().(*ast.CallExpr)
		return foreign(p, cur, call.Args[catalog.Commands[callmatch.CalleeName(p.TypesInfo, call)].Name], 3)
	case catalog.Shells[c.Tool]:
		return len(c.Args) > 0 && foreignScript(p, cur, c.Args[len(c.Args)-1])
	}
	return waitsForPeer(p, cur, c)
}

// waitsForPeer reports whether a tool waits for another machine, with a subcommand that does or is not constant.
func waitsForPeer(p *check.Pass, cur inspector.Cursor, c *process.Command) bool {
	subcommands, ok := catalog.RemoteTools[c.Tool]
	if !ok || len(subcommands) == 0 {
		return ok
	}
	for _, arg := range c.Args {
		text := strings.TrimSpace(process.Text(p, arg))
		if !strings.HasPrefix(text, "-") {
			return text == "" || subcommands[text]
		}
	}
	return cur.Node().(*ast.CallExpr).Ellipsis.IsValid()
}

// foreignScript reports whether a script is one that the program does not write, or one that runs what waits for
// another machine.
func foreignScript(p *check.Pass, cur inspector.Cursor, script ast.Expr) bool {
	text := process.Text(p, script)
	if strings.TrimSpace(text) == "" {
		return foreign(p, cur, script, 3)
	}
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		subcommands, ok := catalog.RemoteTools[word]
		return ok && len(subcommands) == 0
	})
}

// foreign reports whether a program or a script is not one of the code: that of a field or an element is a setting, and
// one that callers pass is what one of them passes. What a function returns may be one that it has looked for.
func foreign(p *check.Pass, cur inspector.Cursor, expr ast.Expr, depth int) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		return callmatch.Field(p.TypesInfo, e) != nil
	case *ast.IndexExpr:
		return true
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[e].(*types.Var)
		if !ok || depth == 0 || v.Parent() == p.Pkg.Scope() {
			return false
		}
		if v.Kind() == types.ParamVar {
			return passed(p, cur, v, depth)
		}
		return slices.ContainsFunc(assigned(p, cur, v), func(value ast.Expr) bool { return foreign(p, cur, value, depth-1) })
	}
	return false
}

// passed reports whether a caller passes a program or script that is not one of the code, or waits for another machine,
// or whether none is known.
func passed(p *check.Pass, cur inspector.Cursor, v *types.Var, depth int) bool {
	decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
	if decl == nil {
		return false
	}
	params := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Params()
	calls := process.CallersOf(p, cur)
	for _, at := range calls {
		for i, arg := range at.Node().(*ast.CallExpr).Args {
			if i >= params.Len() || params.At(i) != v {
				continue
			}
			if c := process.CommandOf(p, at); c != nil && waitsForPeer(p, at, c) || foreign(p, at, arg, depth-1) {
				return true
			}
		}
	}
	return len(calls) == 0
}

// assigned returns what is assigned to a variable in the function around.
func assigned(p *check.Pass, cur inspector.Cursor, v *types.Var) (list []ast.Expr) {
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == types.Object(v) {
				list = append(list, assign.Rhs[i])
			}
		}
		return true
	})
	return list
}

// limitIn returns what limits a wait in the function around it: a timer, the end of a context, a signal to the
// process, a deadline of the connection; nil if nothing does.
func limitIn(p *check.Pass, cur inspector.Cursor) ast.Node {
	decl := astindex.DeclAround(cur)
	if decl == nil {
		return nil
	}
	var found ast.Node
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && found == nil && catalog.EndsWaits[callmatch.CalleeName(p.TypesInfo, call)] {
			found = call
		}
		return found == nil
	})
	return found
}
