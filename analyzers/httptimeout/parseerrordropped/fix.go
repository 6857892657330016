package parseerrordropped

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns the error, where the function returns one.
//
//	timeout, err := time.ParseDuration(os.Getenv("TIMEOUT"))
//	if err != nil {
//		return err
//	}
func fix(p *check.Pass, cur inspector.Cursor, d *dropped) *edit.Fix {
	_, inBlock := cur.Parent().Node().(*ast.BlockStmt)
	values, ok := edit.ZeroResults(p.Pass, cur)
	if !ok || !inBlock || d.assign.Tok != token.DEFINE || d.value == nil {
		return nil
	}
	if _, obj := p.Pkg.Scope().Innermost(d.assign.Pos()).LookupParent("err", d.assign.Pos()); obj != nil && !callmatch.IsError(obj.Type()) {
		return nil // the name is taken
	}
	e := p.Edit(d.assign.Pos())
	blank := d.assign.Lhs[1]
	e.Replace(blank.Pos(), blank.End(), "err")
	e.After(d.assign, "if err != nil {", "\treturn "+strings.Join(append(values, "err"), ", "), "}")
	return e.Fix("Return the error of "+p.Source(d.call.Fun), "a value that cannot be parsed is refused")
}
