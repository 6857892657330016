package clientnotimeout

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// overSocket reports whether what makes a client also says that it dials a socket of
// this machine:
//
//	http.Client{Transport: &http.Transport{
//		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
//			return dialer.DialContext(ctx, "unix", path)
//		},
//	}}
func overSocket(p *check.Pass, made ast.Node) bool {
	found := false
	ast.Inspect(made, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		row, ok := catalog.Dials[callmatch.CalleeName(p.TypesInfo, call)]
		found = found || ok && row.Arg <= len(call.Args) && loopbackaddr.IsSocket(p, call, row.Arg-1)
		return !found
	})
	return found
}
