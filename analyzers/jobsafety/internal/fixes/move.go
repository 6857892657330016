// Package fixes has the edits that the fixes of several checks are made of.
package fixes

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// FixSent moves the statement, with the test of its error, after the one that sends and the
// test of that one's error.
func FixSent(p *check.Pass, stmt, later inspector.Cursor, state string) *edit.Fix {
	e := p.Edit(stmt.Node().Pos())
	first, last := stmt, stmt
	if next, ok := stmt.NextSibling(); ok && next != later {
		if _, ok := next.Node().(*ast.IfStmt); ok {
			last = next
		}
	}
	if next, ok := last.NextSibling(); !ok || next != later {
		return nil // something between the two may need the order
	}
	if ret, ok := later.Node().(*ast.ReturnStmt); ok {
		return fixReturned(p, e, first.Node(), last.Node(), ret, state)
	}
	target := later
	if _, ok := later.Node().(*ast.IfStmt); !ok {
		if next, ok := later.NextSibling(); ok {
			if _, ok := next.Node().(*ast.IfStmt); ok {
				target = next
			}
		}
	}
	if definesFor(p.TypesInfo, first.Node(), later.Node()) {
		return nil
	}
	indent := e.Indent(first.Node().Pos())
	text := e.Text(first.Node().Pos(), last.Node().End())
	e.Delete(first.Node().Pos(), later.Node().Pos())
	e.After(target.Node(), strings.Split(strings.ReplaceAll(text, "\n"+indent, "\n"), "\n")...)
	return storeAfter(e, state)
}

func storeAfter(e *edit.Builder, state string) *edit.Fix {
	return e.Fix("Store "+state+" after the call", "it is stored only when the call succeeded; a crash before that repeats the call instead of losing it")
}

// fixReturned does it where the function returns the error of the call that sends: that
// is tested first. What does not end in a return is followed by one.
func fixReturned(p *check.Pass, e *edit.Builder, first, last ast.Node, ret *ast.ReturnStmt, state string) *edit.Fix {
	if len(ret.Results) != 1 || !callmatch.IsError(p.TypesInfo.TypeOf(ret.Results[0])) || definesFor(p.TypesInfo, first, ret) {
		return nil
	}
	indent := e.Indent(first.Pos())
	text := "if err := " + e.Text(ret.Results[0].Pos(), ret.Results[0].End()) + "; err != nil {\n" + indent + "\treturn err\n" + indent + "}\n" + indent +
		e.Text(first.Pos(), last.End()) + "\n" + indent + "return nil"
	e.Replace(first.Pos(), ret.End(), text)
	return storeAfter(e, state)
}

// definesFor reports whether first declares a variable that later uses.
func definesFor(info *types.Info, first, later ast.Node) bool {
	assign, ok := first.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok || info.Defs[id] == nil {
			continue
		}
		used := false
		ast.Inspect(later, func(n ast.Node) bool {
			use, ok := n.(*ast.Ident)
			used = used || ok && info.Uses[use] == info.Defs[id]
			return !used
		})
		if used {
			return true
		}
	}
	return false
}
