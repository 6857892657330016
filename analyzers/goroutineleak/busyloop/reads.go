package busyloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// maxGetters is how many methods of the package may be between a loop and what it reads.
const maxGetters = 2

// reads reports whether an expression does nothing but read, and notes what of that another
// goroutine changes.
func (s *spin) reads(expr ast.Expr) bool { return s.readsIn(expr, expr, maxGetters) }

// readsIn is reads for what stands in a loop as top, or is returned by what top calls.
func (s *spin) readsIn(top, expr ast.Expr, depth int) bool {
	if expr == nil {
		return true
	}
	only := true
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			only = false
		case *ast.UnaryExpr:
			only = only && n.Op != token.ARROW
		case *ast.CallExpr:
			only = only && s.getter(top, n, depth)
		}
		return only
	})
	return only
}

// getter reports whether a call only reads.
func (s *spin) getter(top ast.Expr, call *ast.CallExpr, depth int) bool {
	info := s.p.TypesInfo
	if info.Types[call.Fun].IsType() || info.Types[call.Fun].IsBuiltin() {
		return true
	}
	name := callmatch.CalleeName(info, call)
	switch {
	case name == "(context.Context).Err", strings.HasPrefix(name, "sync/atomic.Load"),
		strings.HasPrefix(name, "(*sync/atomic.") && strings.HasSuffix(name, ").Load"):
		if s.cond == nil {
			s.cond = top
		}
		return true
	case name == "time.Now" || name == "time.Since" || name == "time.Until" || strings.HasPrefix(name, "(time.Time).") || strings.HasPrefix(name, "(time.Duration)."):
		return true
	}
	return depth > 0 && s.ownGetter(top, callmatch.Callee(info, call), depth)
}

// ownGetter reports whether a function of the package is one statement that returns what it reads.
func (s *spin) ownGetter(top ast.Expr, fn *types.Func, depth int) bool {
	if fn == nil {
		return false
	}
	decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && s.readsIn(top, ret.Results[0], depth-1)
}

// replaces reports whether the loop receives from the channel to which it sends, as one does that
// drops the oldest value: where the one is not ready, the other is.
func (s *spin) replaces() bool {
	sent, received := make(map[string]bool), make(map[string]bool)
	ast.Inspect(s.loop.Body, func(n ast.Node) bool {
		clause, ok := n.(*ast.CommClause)
		if !ok || clause.Comm == nil {
			return true
		}
		if send, ok := clause.Comm.(*ast.SendStmt); ok {
			sent[s.p.Source(send.Chan)] = true
		} else if ch := syntax.Received(clause.Comm); ch != nil {
			received[s.p.Source(ch)] = true
		}
		return true
	})
	for ch := range sent {
		if received[ch] {
			return true
		}
	}
	return false
}

// leaves reports whether a block ends the loop, the function or the goroutine.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch last := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK || last.Tok == token.GOTO
	}
	return false
}
