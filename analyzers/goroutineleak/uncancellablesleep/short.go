package uncancellablesleep

import (
	"go/ast"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/timebound"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// shortPause reports whether d is below the limit at most, or a variable that holds such a
// duration, or one that begins far below it; or whether the loop makes so few iterations
// that all pauses together are short.
func shortPause(p *check.Pass, cur inspector.Cursor, d ast.Expr, loops []inspector.Cursor, sig *stopsignal.Signal, limit time.Duration) bool {
	b, least := &timebound.Bound{P: p, Info: p.TypesInfo, Scope: syntax.OutermostFunc(cur)}, 0.0
	counted := len(loops) > 0 && b.Counts(loops[0].Node())
	if v := syntax.LocalVariable(p.TypesInfo, d); v != nil {
		if n, known := b.MostOf(v); known && n < float64(limit) {
			return true
		}
		if n, known := b.Capped(cur, v); known && n < float64(limit) {
			return true
		}
		if value := localvar.Value(p.TypesInfo, b.Scope, v); value != nil {
			d = value
		} else if first := localvar.Definition(p.TypesInfo, b.Scope, v); first != nil && types.Identical(p.TypesInfo.TypeOf(first), v.Type()) {
			d, limit, least = first, limit/10, 1 // it grows from there; from zero, by a setting
		}
	} else if v := timebound.PackageVariable(p, d); v != nil && v.Exported() {
		if first := timebound.DeclaredAs(b.P, v); first != nil {
			d, limit = first, limit/4 // others may set it
		}
	} else if _, known := b.Most(d); !known {
		if first := b.FieldDefault(d); first != nil {
			d, limit = first, limit/4
		}
	}
	if n, known := b.Most(d); known && (least > 0 || n < float64(limit)) {
		inAll := sig.Path == nil && counted && len(loops) == 1 && b.InAllRounds(d) >= float64(stopsignal.LongInAll)
		return least <= n && n < float64(limit) && !inAll
	}
	return counted && len(loops) == 1 && b.InAllRounds(d) < float64(stopsignal.ShortWhenObserved)
}
