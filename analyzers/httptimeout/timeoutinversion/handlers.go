package timeoutinversion

import (
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// handlers knows which functions of a package run while a request is answered.
type handlers struct {
	p     *check.Pass
	in    *inspector.Inspector
	known map[ast.Node]bool
}

// serves reports whether the code at cur runs in a handler, directly or in a
// function that one calls.
func (h *handlers) serves(cur inspector.Cursor) bool {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if h.isHandler(fn.Node()) {
			return true
		}
		if _, ok := fn.Node().(*ast.FuncLit); ok {
			return false // when it runs is not known
		}
	}
	return false
}

func (h *handlers) isHandler(fn ast.Node) bool {
	if known, ok := h.known[fn]; ok {
		return known
	}
	h.known[fn] = false // while it is being found out, for recursion
	sig := astindex.Signature(h.p.TypesInfo, fn)
	found := sig != nil && astindex.AnswersRequests(sig)
	if decl, ok := fn.(*ast.FuncDecl); ok && !found {
		obj, _ := h.p.TypesInfo.Defs[decl.Name].(*types.Func)
		for _, call := range astindex.Of(h.p.Pass).Calls[obj] {
			if call.In != nil && !call.Go && h.isHandler(call.In) {
				found = true
				break
			}
		}
	}
	h.known[fn] = found
	return found
}

// uses reports whether a handler sends requests through the client made at cur.
func (h *handlers) uses(made inspector.Cursor) bool {
	for _, use := range valueflow.Follow(h.p, new(valueflow.Settings), made, valueflow.HTTPClient).Uses {
		call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		if ok && strings.HasPrefix(callmatch.CalleeName(h.p.TypesInfo, call), "(*net/http.Client).") && h.serves(use) {
			return true
		}
	}
	return false
}

// short prints a duration without zero units: 2m0s is 2m.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}
