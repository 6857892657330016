package signals

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// private reports whether the address of a serving call, or that of its listener,
// is one of this host.
func (w *walker) private(call *ast.CallExpr, name string) bool {
	roles := strings.Fields(catalog.Serving[name].Args)
	if i := slices.Index(roles, "addr"); i >= 0 && i < len(call.Args) {
		return w.local(call.Args[i])
	}
	if i := slices.Index(roles, "listener"); i >= 0 && i < len(call.Args) {
		return w.privateListener(call.Args[i])
	}
	return w.Accepts(call) && slices.ContainsFunc(call.Args, w.privateListener)
}

func (w *walker) privateListener(expr ast.Expr) bool {
	listen := w.value(expr)
	row, ok := catalog.Listens[callmatch.CalleeName(w.pass.TypesInfo, listen)]
	return ok && row.Arg < len(listen.Args) && w.local(listen.Args[row.Arg])
}

// value returns the call that makes a local variable's only value, an empty one
// when there is none.
func (w *walker) value(expr ast.Expr) *ast.CallExpr {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, _ := w.pass.TypesInfo.Uses[id].(*types.Var)
		for _, file := range w.pass.Files {
			if v != nil && file.FileStart <= v.Pos() && v.Pos() < file.FileEnd {
				expr = localvar.Value(w.pass.TypesInfo, file, v)
			}
		}
	}
	if call, ok := expr.(*ast.CallExpr); ok {
		return call
	}
	return &ast.CallExpr{Fun: &ast.BadExpr{}}
}

// local reports whether an address is a constant one of this host, or is made from
// a format that begins with one, or of such a host and a port.
func (w *walker) local(addr ast.Expr) bool {
	call := w.value(addr)
	switch name := callmatch.CalleeName(w.pass.TypesInfo, call); {
	case name == "fmt.Sprintf" && len(call.Args) > 0:
		addr = call.Args[0]
	case name == "net.JoinHostPort" && len(call.Args) == 2:
		host := w.pass.TypesInfo.Types[call.Args[0]].Value
		return host != nil && host.Kind() == constant.String && catalog.ThisHostOnly(net.JoinHostPort(constant.StringVal(host), "0"))
	}
	value := w.pass.TypesInfo.Types[addr].Value
	if value == nil || value.Kind() != constant.String {
		return false
	}
	return catalog.ThisHostOnly(constant.StringVal(value))
}
