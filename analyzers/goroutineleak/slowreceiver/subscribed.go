package slowreceiver

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// subscribed reports whether an exported function puts a channel into the container and returns it: its callers receive,
// and nothing takes out those of callers who have left. Where the package begins the container anew, each gets one message.
//
//	func (w *Watcher) Subscribe() <-chan *Config {
//		ch := make(chan *Config, 1)
//		w.subs = append(w.subs, ch)
//		return ch
//	}
func subscribed(p *check.Pass, in *inspector.Inspector, list *types.Var) (found bool) {
	for _, id := range astindex.Of(p.Pass).Uses[list] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		put, again := putInto(p, cur, list)
		if again {
			return false
		}
		found = found || put != nil && returnedTo(p, cur, put)
	}
	return found
}

// returnedTo reports whether the function around a place is exported, and returns v to its callers.
func returnedTo(p *check.Pass, at inspector.Cursor, v *types.Var) bool {
	fn, ok := astindex.FuncAround(at)
	if !ok {
		return false
	}
	decl, named := fn.Node().(*ast.FuncDecl)
	if !named || !decl.Name.IsExported() {
		return false
	}
	for c := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		results := c.Node().(*ast.ReturnStmt).Results
		if len(results) > 0 && syntax.LocalVariable(p.TypesInfo, results[0]) == v {
			return true
		}
	}
	return false
}

// putInto returns the local channel that the statement around a use of the container adds to it, by append or by key, and
// whether the statement begins the container anew instead.
func putInto(p *check.Pass, use inspector.Cursor, list *types.Var) (put *types.Var, again bool) {
	for c := range use.Enclosing((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || container(p.TypesInfo, assign.Lhs[0]) != list {
			return nil, false
		}
		value := ast.Unparen(assign.Rhs[0])
		index, keyed := ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr)
		call, calls := value.(*ast.CallExpr)
		_, cut := value.(*ast.SliceExpr)
		switch {
		case keyed && channel(p, index.Index) != nil:
			return channel(p, index.Index), false
		case keyed:
			return channel(p, value), false
		case calls && callmatch.IsBuiltin(p.TypesInfo, call, "append") && len(call.Args) == 2:
			return channel(p, call.Args[1]), false
		}
		return nil, cut || p.TypesInfo.Types[value].IsNil()
	}
	return nil, false
}

// channel returns the local variable that an expression names, if that is a channel.
func channel(p *check.Pass, expr ast.Expr) *types.Var {
	v := syntax.LocalVariable(p.TypesInfo, expr)
	if v == nil {
		return nil
	}
	if _, ok := v.Type().Underlying().(*types.Chan); !ok {
		return nil
	}
	return v
}
