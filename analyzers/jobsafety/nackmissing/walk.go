package nackmissing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// walk follows the paths through the code that handles one message.
type walk struct {
	p         *check.Pass
	cur       inspector.Cursor // the loop, case or function
	from      ast.Expr         // the channel or call that it comes from; nil for a parameter
	v         *types.Var       // the message
	same      map[*types.Var]bool
	holders   map[*types.Var]string // locals that hold it, and in which field
	how       catalog.Settlement
	list      []ast.Stmt               // what handles it
	around    ast.Node                 // the block or case they stand in
	loop      bool                     // it comes again with the next message
	label     types.Object             // that loop's label
	inCase    bool                     // around is a case, which a break leaves
	tellsNone map[types.Object]bool    // variables that say whether there is a message
	failed    map[types.Object]settled // errors of functions that settle when they return none, and what was before
	leaks     []leak
	breaks    [][]settled // of the switch and select statements around, at each break
	giveUp    bool        // there is a jump that is not followed
}

// settled is on how many of the paths to some point the message is settled.
type settled int

const (
	never settled = iota
	partly
	always
)

func (s settled) or(yes bool) settled {
	if yes {
		return always
	}
	return s
}

// join is where paths meet.
func join(ways ...settled) settled {
	for _, way := range ways {
		if way != ways[0] {
			return partly
		}
	}
	return ways[0]
}

// A leak is an exit with the message not settled: a statement, or the end of the list.
type leak struct {
	stmt ast.Stmt
	end  bool
	done settled
}

// block follows a list of statements. It returns how far the message is settled when its
// end is reached, and whether that is.
func (w *walk) block(list []ast.Stmt, done settled) (settled, bool) {
	for _, stmt := range list {
		var falls bool
		if done, falls = w.stmt(stmt, done); !falls {
			return done, false
		}
	}
	return done, true
}

func (w *walk) stmt(stmt ast.Stmt, done settled) (settled, bool) {
	switch s := stmt.(type) {
	case *ast.BlockStmt:
		return w.block(s.List, done)
	case *ast.LabeledStmt:
		w.giveUp = true
	case *ast.IfStmt:
		w.assigned(s.Init)
		if done, ok := w.tried(s.Init, done); ok {
			return w.branch(s, done)
		}
		return w.branch(s, done.or(w.settlesIn(s.Init) || w.settles(s.Cond)))
	case *ast.SwitchStmt:
		w.assigned(s.Init)
		end, falls := w.clauses(s.Body, done.or(w.settlesIn(s.Init) || w.tag(s.Tag)), w.asks(s.Tag))
		return end.or(end == partly && s.Tag != nil && !w.dependsOnBody(s.Tag)), falls // a setting decides
	case *ast.TypeSwitchStmt:
		return w.clauses(s.Body, done.or(w.settlesIn(s.Init)), false)
	case *ast.SelectStmt:
		return w.clauses(s.Body, done, true)
	case *ast.ForStmt, *ast.RangeStmt:
		return done.or(w.settles(s)), true // a loop inside is not followed
	case *ast.ReturnStmt:
		if done != always && !w.settles(s) && !w.loop {
			w.leaks = append(w.leaks, leak{stmt: s, done: done})
		}
		return done, false
	case *ast.BranchStmt:
		w.jump(s, done)
		return done, false
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.leaves(call) {
			return done, false
		}
	case *ast.AssignStmt:
		w.assigned(s)
		if w.aliased(s) {
			return done, true
		}
		if done, ok := w.tried(s, done); ok {
			return done, true
		}
	}
	return done.or(w.settles(stmt)), true
}

// assigned drops what was known about a variable that is assigned.
func (w *walk) assigned(stmt ast.Stmt) {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); ok {
			delete(w.tellsNone, w.p.TypesInfo.ObjectOf(id))
			delete(w.failed, w.p.TypesInfo.ObjectOf(id))
		}
	}
}

func (w *walk) jump(s *ast.BranchStmt, done settled) {
	ours := s.Label == nil || w.label != nil && w.p.TypesInfo.Uses[s.Label] == w.label
	switch {
	case !ours || s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH:
		w.giveUp = true
	case s.Tok == token.BREAK && s.Label == nil && len(w.breaks) > 0:
		last := len(w.breaks) - 1
		w.breaks[last] = append(w.breaks[last], done)
	case done == always:
	case s.Tok == token.CONTINUE, s.Tok == token.BREAK && s.Label == nil && w.inCase:
		w.leaks = append(w.leaks, leak{stmt: s, done: done})
	}
}
