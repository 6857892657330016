package edit

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ReturnBlankError returns the error that the statement at cur, an assignment of a call, assigns to the
// blank identifier, and reports whether the function can do so.
//
//	timeout, err := time.ParseDuration(os.Getenv("TIMEOUT"))
//	if err != nil {
//		return err
//	}
func (b *Builder) ReturnBlankError(pass *analysis.Pass, cur inspector.Cursor) bool {
	assign, ok := cur.Node().(*ast.AssignStmt)
	values, returns := ZeroResults(pass, cur)
	_, inBlock := cur.Parent().Node().(*ast.BlockStmt)
	if !ok || !returns || !inBlock || assign.Tok != token.DEFINE {
		return false
	}
	if _, obj := pass.Pkg.Scope().Innermost(assign.Pos()).LookupParent("err", assign.Pos()); obj != nil && !callmatch.IsError(obj.Type()) {
		return false // the name is taken
	}
	b.Failed(assign)
	blank := assign.Lhs[len(assign.Lhs)-1]
	b.Replace(blank.Pos(), blank.End(), "err")
	b.After(assign, "if err != nil {", "\treturn "+strings.Join(append(values, "err"), ", "), "}")
	return true
}

// Failed says that the new text returns where the call of an assignment has failed: its variables hold
// nothing then that would have to be closed.
func (b *Builder) Failed(assign *ast.AssignStmt) {
	for _, lhs := range assign.Lhs {
		if obj := callmatch.Object(b.pass.TypesInfo, lhs); obj != nil {
			b.failed = append(b.failed, obj)
		}
	}
}
