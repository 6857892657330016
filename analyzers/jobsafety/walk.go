package jobsafety

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// walk follows the ways through the code that handles one message.
type walk struct {
	p         *check.Pass
	v         *types.Var // the message
	how       catalog.Settlement
	list      []ast.Stmt            // what handles it
	around    ast.Node              // the block or case they stand in
	loop      bool                  // it comes again with the next message
	inCase    bool                  // around is a case, which a break leaves
	tellsNone map[types.Object]bool // variables that say whether there is a message
	leaks     []leak
	giveUp    bool // there is a jump that is not followed
}

// A leak is a way out with the message not settled: a statement, or the end of
// the list.
type leak struct {
	stmt ast.Stmt
	end  bool
}

// block follows a list of statements. It tells whether the message is settled
// on every way that falls out of its end, and whether there is such a way.
func (w *walk) block(list []ast.Stmt, settled bool) (bool, bool) {
	for _, stmt := range list {
		var falls bool
		if settled, falls = w.stmt(stmt, settled); !falls {
			return settled, false
		}
	}
	return settled, true
}

func (w *walk) stmt(stmt ast.Stmt, settled bool) (bool, bool) {
	switch s := stmt.(type) {
	case *ast.BlockStmt:
		return w.block(s.List, settled)
	case *ast.LabeledStmt:
		w.giveUp = true
	case *ast.IfStmt:
		w.assigned(s.Init)
		return w.branch(s, settled || w.settlesIn(s.Init) || w.settles(s.Cond))
	case *ast.SwitchStmt:
		return w.clauses(s.Body, settled || w.settlesIn(s.Init) || w.tag(s.Tag), false)
	case *ast.TypeSwitchStmt:
		return w.clauses(s.Body, settled || w.settlesIn(s.Init), false)
	case *ast.SelectStmt:
		return w.clauses(s.Body, settled, true)
	case *ast.ForStmt, *ast.RangeStmt:
		return settled || w.settles(s), true // a loop inside is not followed
	case *ast.ReturnStmt:
		if !settled && !w.settles(s) && !w.loop {
			w.leaks = append(w.leaks, leak{stmt: s})
		}
		return settled, false
	case *ast.BranchStmt:
		w.jump(s, settled)
		return settled, false
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.leaves(call) {
			return settled, false
		}
	case *ast.AssignStmt:
		w.assigned(s)
	}
	return settled || w.settles(stmt), true
}

// assigned forgets what a variable that is assigned has told so far.
func (w *walk) assigned(stmt ast.Stmt) {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); ok {
			delete(w.tellsNone, w.p.TypesInfo.ObjectOf(id))
		}
	}
}

func (w *walk) jump(s *ast.BranchStmt, settled bool) {
	switch {
	case s.Label != nil || s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH:
		w.giveUp = true
	case settled:
	case s.Tok == token.CONTINUE, s.Tok == token.BREAK && w.inCase:
		w.leaks = append(w.leaks, leak{stmt: s})
	}
}

func (w *walk) settlesIn(stmt ast.Stmt) bool { return stmt != nil && w.settles(stmt) }

func (w *walk) tag(expr ast.Expr) bool { return expr != nil && w.settles(expr) }

// branch follows both ways of an if statement. One that asks whether there is a
// message at all has none to settle, and so has one that fails to decode it,
// where the next settlement covers it. Where nothing of the message decides, but
// a setting does, not settling it is what the setting says.
func (w *walk) branch(s *ast.IfStmt, settled bool) (bool, bool) {
	isNil, isNotNil := w.testsNil(s.Cond)
	none := isNil || w.mentions(s.Cond, w.tellsNone) || w.unusable(s)
	yes, yesFalls := w.block(s.Body.List, settled || none)
	no, noFalls := settled, true
	if s.Else != nil {
		no, noFalls = w.stmt(s.Else, settled)
	} else if isNotNil || yes && !settled && !w.dependsOnBody(s.Cond) {
		no = true
	}
	if none {
		yes = yes && settled
	}
	return (yes || !yesFalls) && (no || !noFalls), yesFalls || noFalls
}

// clauses follows the clauses of a switch or select. A break inside leaves the
// statement, which is not followed.
func (w *walk) clauses(body *ast.BlockStmt, settled, sel bool) (bool, bool) {
	all, falls, covers := true, false, sel
	for _, c := range body.List {
		var list []ast.Stmt
		in := settled
		switch c := c.(type) {
		case *ast.CaseClause:
			list = c.Body
			covers = covers || c.List == nil
		case *ast.CommClause:
			list = c.Body
			in = in || w.settlesIn(c.Comm)
		}
		for _, stmt := range list {
			if b, ok := stmt.(*ast.BranchStmt); ok && b.Tok == token.BREAK {
				w.giveUp = true
			}
		}
		s, f := w.block(list, in)
		if f {
			all, falls = all && s, true
		}
	}
	if !covers {
		all, falls = all && settled, true
	}
	return all, falls
}

// leaves reports whether a call does not return.
func (w *walk) leaves(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && w.p.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return true
	}
	return catalog.Raises[callmatch.CalleeName(w.p.TypesInfo, call)]
}
