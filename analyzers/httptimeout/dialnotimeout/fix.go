package dialnotimeout

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix limits the dial to ten seconds: in the configuration lit, or by the variant that takes a limit.
func fix(p *check.Pass, call *ast.CallExpr, lit *ast.CompositeLit) *edit.Fix {
	const changes = "dials that take longer than 10 s fail"
	e := p.Edit(call.Pos())
	limit := func() string { return "10 * " + e.Import(call.Pos(), "time", "time") + ".Second" }
	if lit != nil {
		if p.Fset.File(lit.Pos()) != p.Fset.File(call.Pos()) {
			return nil
		}
		fixes.SetField(e, lit, "Timeout", limit())
		return e.Fix("Limit the dial to 10s", changes)
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	switch callmatch.CalleeName(p.TypesInfo, call) {
	case "net.Dial":
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), "DialTimeout")
		e.Insert(call.Args[1].End(), ", "+limit())
	case "crypto/tls.Dial":
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), "DialWithDialer")
		e.Insert(call.Args[0].Pos(), "&"+e.Import(call.Pos(), "net", "net")+".Dialer{Timeout: "+limit()+"}, ")
	default:
		return nil
	}
	return e.Fix("Limit the dial to 10s", changes)
}
