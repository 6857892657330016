// Package durationunit is the check httptimeout/duration-unit: duration is a number without a
// unit, and so of nanoseconds.
package durationunit

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed durationunit.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "duration-unit",
	Title:      "duration is a number without a unit, and so of nanoseconds",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// The least and the most that a constant without a unit may be to be reported: one nanosecond
// stands for "immediately", and who writes down a million of them counts them.
const least, most = 2, int64(time.Millisecond)

// run reports
//
//	client := &http.Client{Timeout: 30} // 30ns
//	time.Sleep(time.Duration(cfg.RetrySeconds))
//
// where a call, a field or a variable gets the duration as it is. Silent when the package
// multiplies what gets it.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BasicLit)(nil), (*ast.Ident)(nil), (*ast.SelectorExpr)(nil), (*ast.CallExpr)(nil)) {
		expr := cur.Node().(ast.Expr)
		if !isDuration(p.TypesInfo.TypeOf(expr)) || p.Quiet(expr.Pos()) {
			continue
		}
		what, unit := withoutUnit(p, cur, expr)
		if unit == "" {
			continue
		}
		u := useOf(p, cur)
		if u == nil {
			continue
		}
		if u.scaled != nil {
			p.Safe(expr, p.Source(expr), verdict.Handled, u.scaled.Pos())
			continue
		}
		p.Report(check.Finding{
			At:      expr,
			Message: what + ": it has no unit, and ends immediately",
			Doubts:  u.doubts(expr),
			Fix:     fix(p, cur, unit),
		})
	}
}

// isDuration is asked about each expression of the package.
func isDuration(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "Duration" && callmatch.IsType(named, "time.Duration")
}

// withoutUnit says what a duration amounts to that has no unit, and returns the unit that it
// seems to have; "" if it has one, or none can be missing.
func withoutUnit(p *check.Pass, cur inspector.Cursor, expr ast.Expr) (what, unit string) {
	if n, ok := bare(p, expr); ok {
		unit = "Second"
		if n >= 100 { // timeouts of minutes are rarer than those of some hundred milliseconds
			unit = "Millisecond"
		}
		return fmt.Sprintf("the duration %s is %s", p.Source(expr), time.Duration(n)), unit
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok || p.TypesInfo.Types[expr].Value != nil || !p.TypesInfo.Types[call.Fun].IsType() {
		return "", ""
	}
	if unit = namedUnit(p, call.Args[0]); unit == "" {
		unit = unitOfFunc(p, cur, call.Args[0])
	}
	if unit != "" {
		what = fmt.Sprintf("the duration %s counts %s as nanoseconds", p.Source(expr), strings.ToLower(unit)+"s")
	}
	return what, unit
}

// unitOfFunc returns the unit that a variable is counted in by the name of the function that returns it, or
// by the key with which it is looked up.
//
//	func seconds(v *viper.Viper, key string) time.Duration { return time.Duration(v.GetInt(key)) }
func unitOfFunc(p *check.Pass, cur inspector.Cursor, arg ast.Expr) string {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if v, ok := callmatch.Object(p.TypesInfo, arg).(*types.Var); ok && !v.IsField() {
		if value := localvar.Value(p.TypesInfo, decl, v); value != nil {
			if scaled(p, value) {
				return ""
			}
			if unit := namedUnit(p, value); unit != "" {
				return unit
			}
		}
	}
	if _, returned := cur.Parent().Node().(*ast.ReturnStmt); !returned {
		return ""
	}
	words := catalog.Words(decl.Name.Name)
	return catalog.DurationUnits[words[len(words)-1]]
}

// scaled reports whether a number is computed from a duration, as seconds * float64(time.Second) is.
func scaled(p *check.Pass, expr ast.Expr) (found bool) {
	ast.Inspect(expr, func(n ast.Node) bool {
		part, ok := n.(ast.Expr)
		found = found || ok && isDuration(p.TypesInfo.TypeOf(part))
		return !found
	})
	return found
}

// bare returns the number that a constant is if nothing in the code gives it a unit.
func bare(p *check.Pass, expr ast.Expr) (int64, bool) {
	value := p.TypesInfo.Types[expr].Value
	if value == nil || !isNumber(p, expr) {
		return 0, false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	return n, exact && n >= least && n < most
}

// isNumber reports whether an expression is a number as it is written, a constant that is
// declared as one, or a conversion of one.
func isNumber(p *check.Pass, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.BasicLit:
		return expr.Kind == token.INT
	case *ast.CallExpr:
		return len(expr.Args) == 1 && p.TypesInfo.Types[expr.Fun].IsType() && isNumber(p, expr.Args[0])
	}
	c, ok := callmatch.Object(p.TypesInfo, expr).(*types.Const)
	if !ok {
		return false
	}
	basic, ok := c.Type().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// namedUnit returns the unit that the name of a number says it counts, or the key by which it
// is looked up; "" for none.
func namedUnit(p *check.Pass, expr ast.Expr) string {
	name := ""
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		name = expr.Name
	case *ast.SelectorExpr:
		name = expr.Sel.Name
	case *ast.CallExpr:
		if len(expr.Args) == 0 {
			return ""
		}
		if key := p.TypesInfo.Types[expr.Args[0]].Value; key != nil && key.Kind() == constant.String {
			name = constant.StringVal(key)
		}
	}
	words := catalog.Words(strings.NewReplacer("-", "_", ".", "_").Replace(name))
	return catalog.DurationUnits[words[len(words)-1]]
}
