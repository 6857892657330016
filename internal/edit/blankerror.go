package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
	if !ok || !returns || !slices.Contains(astindex.Stmts(cur.Parent().Node()), ast.Stmt(assign)) {
		return false
	}
	_, obj := pass.Pkg.Scope().Innermost(assign.Pos()).LookupParent("err", assign.Pos())
	if obj != nil && !callmatch.IsError(obj.Type()) || obj == nil && assign.Tok == token.ASSIGN {
		return false // the name is taken, or means nothing yet
	}
	if assign.Tok == token.ASSIGN && !ownResult(pass, cur, obj) {
		return false // others may ask it later
	}
	b.Failed(assign)
	blank := assign.Lhs[len(assign.Lhs)-1]
	b.Replace(blank.Pos(), blank.End(), "err")
	b.After(assign, "if err != nil {", "\treturn "+strings.Join(append(values, Wrapped(pass, cur, "err", "")), ", "), "}")
	return true
}

// ownResult reports whether obj is a result of the innermost function around cur.
func ownResult(pass *analysis.Pass, cur inspector.Cursor, obj types.Object) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	var sig *types.Signature
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		sig = pass.TypesInfo.Defs[fn.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		sig = pass.TypesInfo.TypeOf(fn).(*types.Signature)
	}
	for v := range sig.Results().Variables() {
		if types.Object(v) == obj {
			return true
		}
	}
	return false
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
