package order

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
)

// Kinds returns a function that returns what a method call is, by its callee.
func Kinds(closing func(*types.Func) bool) func(*types.Func) Kind {
	return func(fn *types.Func) Kind {
		name := callmatch.Name(fn)
		_, stopping := catalog.ServerStops[name]
		switch {
		case catalog.Joins[name]:
			return Waits
		case stopping:
			return Stops
		case closing(fn):
			return Closes
		}
		return Other
	}
}

// MaxCalls is how deep a step may be below the function that it counts for.
const MaxCalls = 3

// Kind is what a step does.
type Kind int

const (
	Other     Kind = iota
	Closes         // a store is closed
	Waits          // goroutines are waited for
	Stops          // a server is shut down
	calls          // a parameter of the function is called
	Ends           // a queue is closed
	Registers      // a function is registered, or put on a list, to be called at the end
)

// A Step is one thing that a function does at its end.
type Step struct {
	Kind     Kind
	Expr     ast.Node       // the call, the receive, the method value
	Subject  *types.Var     // the store, the group, the channel, the server, the registry
	Root     *types.Var     // the variable at the start of the path to it: s of s.db
	Stmt     ast.Stmt       // the statement of the function's own that does it
	Deferred *ast.DeferStmt // that statement, if it is one
	Via      *ast.CallExpr  // the call of the function's own that leads there, if it does not do it itself
	calls    int            // how many calls lead there
	fn       *types.Func    // the method that waits, in another package,
	Fact     *joins.Fact    // and what is known of it
	Senders  []string       // methods that send on a channel which a method of another package closes
	Hook     *Hook          // what is registered
	Entry    ast.Node       // where the step was registered, nil if it was not
	Phase    int64          // of the registered
}

// At returns what the function itself has for the step.
func (s Step) At() ast.Node {
	if s.Via != nil {
		return s.Via
	}
	return s.Expr
}

// Users says what still uses a store that is closed before a wait in another package.
func (s Step) Users() string {
	if s.Fact.Requests {
		return "requests in flight still use it (" + s.Fact.Where + ")"
	}
	return "the goroutine it waits for still uses it (" + s.Fact.Where + ")"
}

// place finds the statement of the function that s belongs to.
func (s *Step) place(p *check.Pass) {
	if s.Deferred != nil {
		s.Stmt = s.Deferred
		return
	}
	if cur, ok := syntax.CursorOf(p, s.At()); ok {
		if stmt, ok := astindex.Statement(cur); ok {
			s.Stmt = stmt.Node().(ast.Stmt)
		}
	}
}
