package shutdownorder

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
)

// maxCalls is how deep a step may be below the function that it counts for.
const maxCalls = 3

type kind int

const (
	other     kind = iota
	closes         // a store is closed
	waits          // goroutines are waited for
	stops          // a server is shut down
	calls          // a parameter of the function is called
	registers      // a function is registered, or put on a list, to be called at the end
)

// A step is one thing that a function does at its end.
type step struct {
	kind     kind
	expr     ast.Node       // the call, the receive, the method value
	subject  *types.Var     // the store, the group, the channel, the server, the registry
	root     *types.Var     // the variable at the start of the path to it: s of s.db
	stmt     ast.Stmt       // the statement of the function's own that does it
	deferred *ast.DeferStmt // that statement, if it is one
	via      *ast.CallExpr  // the call of the function's own that leads there, if it does not do it itself
	calls    int            // how many calls lead there
	fn       *types.Func    // the method that waits, in another package,
	fact     *joins.Fact    // and what is known of it
	hook     *hook          // what is registered
	entry    ast.Node       // where the step was registered, nil if it was not
	phase    int64          // of the registered
}

// at returns what the function itself has for the step.
func (s step) at() ast.Node {
	if s.via != nil {
		return s.via
	}
	return s.expr
}

// place finds the statement of the function that s belongs to.
func (s *step) place(p *check.Pass) {
	if s.deferred != nil {
		s.stmt = s.deferred
		return
	}
	if cur, ok := cursorOf(p, s.at()); ok {
		if stmt, ok := statement(cur); ok {
			s.stmt = stmt.Node().(ast.Stmt)
		}
	}
}

func bodyOf(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}
