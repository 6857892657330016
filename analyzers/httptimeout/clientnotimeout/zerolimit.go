package clientnotimeout

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// zeroLimit returns the Timeout of the client's literal at cur if it is a setting that is zero, and so
// no limit, where the configuration leaves it out; nil otherwise.
//
//	http.Client{Timeout: cfg.Timeout}
func zeroLimit(p *check.Pass, cur inspector.Cursor) ast.Expr {
	lit, ok := cur.Node().(*ast.CompositeLit)
	if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(lit), valueflow.HTTPClient) {
		return nil
	}
	sel, ok := astindex.LitField(lit, "Timeout").(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	s := p.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal || len(s.Index()) > 1 {
		return nil
	}
	if setByCondition(p, cur.Inspector(), s, sel) {
		return sel
	}
	if !decodedOnly(p, s) {
		return nil
	}
	for _, id := range astindex.Of(p.Pass).Uses[s.Obj().(*types.Var)] {
		use, ok := astindex.Find(cur.Inspector(), id)
		if id != sel.Sel && (!ok || !isTimeout(use)) {
			return nil // it may be tested, or given a default
		}
	}
	return sel
}

// isTimeout reports whether the field at cur is another Timeout in a literal, which says no more.
func isTimeout(cur inspector.Cursor) bool {
	kind, _ := cur.Parent().ParentEdge()
	return kind == edge.KeyValueExpr_Value
}

// decodedOnly reports whether a field of a struct of the package is one that a decoder fills in, and
// has no default or rule in its tags.
func decodedOnly(p *check.Pass, s *types.Selection) bool {
	st, ok := callmatch.Deref(s.Recv()).Underlying().(*types.Struct)
	if !ok || s.Obj().Pkg() != p.Pkg {
		return false
	}
	tag := reflect.StructTag(st.Tag(s.Index()[0]))
	for _, rule := range []string{"default", "envDefault", "env-default", "validate", "binding", "required", "env"} {
		if _, ok := tag.Lookup(rule); ok {
			return false
		}
	}
	return slices.ContainsFunc(append(catalog.ConfigTags, "json"), func(name string) bool {
		_, ok := tag.Lookup(name)
		return ok
	})
}

// judgeZero reports the client at made, whose Timeout may be zero, where a request has no other limit.
func judgeZero(p *check.Pass, set *valueflow.Settings, made inspector.Cursor, timeout ast.Expr) {
	f := valueflow.Follow(p, set, made, valueflow.HTTPClient)
	use := endlessUse(f)
	if use == nil || f.Limited != nil {
		return
	}
	if s := p.TypesInfo.Selections[timeout.(*ast.SelectorExpr)]; len(use.doubts) == 0 && decodedOnly(p, s) {
		use.doubts = []check.Doubt{check.Doubting(verdict.UnknownLimit, timeout.Pos())}
	}
	p.Report(check.Finding{
		At: made.Node().(ast.Expr),
		Message: fmt.Sprintf("%s (%s) never returns when the server does not respond, unless %s is set: zero is no limit",
			p.Source(use.call.Fun), p.Where(use.call.Pos(), made.Node().Pos()), p.Source(timeout)),
		Trace:  []check.Hop{{Pos: use.call.Pos(), Message: "request without a deadline"}},
		Doubts: use.doubts,
		Fix:    fixZero(p, timeout),
	})
}

// fixZero gives the setting a default.
func fixZero(p *check.Pass, timeout ast.Expr) *edit.Fix {
	e := p.Edit(timeout.Pos())
	e.Replace(timeout.Pos(), timeout.End(), e.Import(timeout.Pos(), "cmp", "cmp")+".Or("+p.Source(timeout)+", 10*"+e.Import(timeout.Pos(), "time", "time")+".Second)")
	return e.Fix("Default to 10s", "without the setting, a call that takes longer than 10s, including reading the response, now fails")
}
