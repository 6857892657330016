package ackedbeforehandled

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// removers returns the functions of the package that remove files.
func removers(p *check.Pass) map[*types.Func]bool {
	list := make(map[*types.Func]bool)
	for cur, to := range calls.All(p.Pass) {
		if to.Name != "os.Remove" {
			continue
		}
		if decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl); ok {
			if fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				list[fn] = true
			}
		}
	}
	return list
}

// checkRemoved handles a function of the package that reads a file, removes it and returns what was in it:
//
//	batch, err := s.next() // os.ReadFile and os.Remove
//	…
//	err = send(ctx, batch)
//
// where a call that can fail handles that then. Safe is a caller that does something with it in the branch of
// the error, as to store it again.
func checkRemoved(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	removal := removesWhatItReads(p, callmatch.Callee(p.TypesInfo, call))
	if removal == nil {
		return
	}
	stmt, inList := astindex.Statement(cur)
	id := firstName(stmt.Node())
	if id == nil || !inList || fixes.InLiteral(cur, stmt) {
		return
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	if v == nil {
		return
	}
	h := newHandling(p, v)
	later, at, what := h.after(stmt)
	if what == "" {
		return
	}
	if branch := errorBranch(later); branch != nil && h.keeps(branch) {
		p.Safe(removal, p.Source(removal.Fun), verdict.Handled, branch.Pos())
		return
	}
	if pos, ok := p.Wanted(removal); ok {
		p.Safe(removal, p.Source(removal.Fun), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At:      removal,
		Message: fmt.Sprintf("what is in the file is lost when handling fails or the process exits: %s removes it before %s at %s", p.Source(removal.Fun), what, p.Where(at, removal.Pos())),
		Trace:   []check.Hop{{Pos: call.Pos(), Message: "read and removed by this call"}, {Pos: at, Message: "handled here, when the file is gone"}},
	})
}

// removesWhatItReads returns the call by which a function removes the file that it has read, nil if it does
// not. A file that is passed to it, or that it has made itself, is a temporary one.
func removesWhatItReads(p *check.Pass, fn *types.Func) (removal *ast.CallExpr) {
	if fn == nil || fn.Pkg() != p.Pkg || fn.Signature().Results().Len() < 2 {
		return nil
	}
	decl := astindex.Of(p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil {
		return nil
	}
	read := make(map[types.Object]bool)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		v := local(p, call.Args[0], decl)
		switch name := callmatch.CalleeName(p.TypesInfo, call); {
		case v == nil:
		case name == "os.ReadFile" || name == "os.Open":
			read[v] = true
		case name == "os.Remove" && read[v]:
			removal = call
		}
		return true
	})
	return removal
}

// local returns the variable of a function, other than a parameter, that an expression names.
func local(p *check.Pass, expr ast.Expr, decl *ast.FuncDecl) types.Object {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.LocalVar || v.Pos() < decl.Body.Pos() {
		return nil
	}
	return v
}
