package closesonce

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// senders returns the exported methods of fn's type that send on the channel which fn closes, whatever
// has happened before: they acquire no lock and test nothing.
func (r *Result) senders(fn *types.Func, path string) (list []string) {
	owner := callmatch.TypeName(fn.Signature().Recv().Type())
	for other, decl := range astindex.Funcs(r.pass) {
		recv := other.Signature().Recv()
		if recv != nil && other.Exported() && callmatch.TypeName(recv.Type()) == owner && r.sends(decl.Body, recv, path) {
			list = append(list, callmatch.Name(other))
		}
	}
	slices.Sort(list)
	return list
}

// sends reports whether a body does nothing before it sends on the channel but to call what takes no lock.
func (r *Result) sends(body *ast.BlockStmt, recv *types.Var, path string) bool {
	found, guarded := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.FuncLit:
			guarded = guarded || !found
			return false
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			guarded = guarded || !found && ok && (sel.Sel.Name == "Lock" || sel.Sel.Name == "RLock")
		case *ast.SendStmt:
			root, at := callmatch.Path(r.pass.TypesInfo, n.Chan)
			found = found || !guarded && root == recv && at == path
		}
		return true
	})
	return found
}

// Senders returns the methods that panic once fn has been called, by name: they send on the channel that
// it closes.
func (r *Result) Senders(fn *types.Func) []string {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return nil
	}
	if m := r.known[fn.Origin()]; m != nil {
		return m.Senders
	}
	var fact Fact
	if fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), &fact) {
		return fact.Senders
	}
	return nil
}

// Sends reports whether a method sends on a channel that another method of its type closes.
func (r *Result) Sends(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	owner := callmatch.Named(fn.Signature().Recv().Type())
	if owner == nil {
		return false
	}
	for other := range owner.Methods() {
		if slices.Contains(r.Senders(other), callmatch.Name(fn)) {
			return true
		}
	}
	return false
}
