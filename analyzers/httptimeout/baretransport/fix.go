package baretransport

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix gives the transport the limits that the default one has. It does not set the proxy of the default one: a
// transport for addresses inside of a network is to ignore HTTPS_PROXY.
func fix(p *check.Pass, lit *ast.CompositeLit) *edit.Fix {
	e := p.Edit(lit.Pos())
	time := e.Import(lit.Pos(), "time", "time")
	fixes.InsertFields(e, lit, [][2]string{
		{"DialContext", "(&" + e.Import(lit.Pos(), "net", "net") + ".Dialer{Timeout: 10 * " + time + ".Second}).DialContext"},
		{"IdleConnTimeout", "90 * " + time + ".Second"},
	})
	return e.Fix("Set DialContext and IdleConnTimeout", "dials that take longer than 10s fail")
}
