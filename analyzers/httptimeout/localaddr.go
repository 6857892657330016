package httptimeout

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net/netip"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// isLocalServer reports whether the literal's Addr is a constant address of this
// machine, where only the machine's own users can be slow.
func isLocalServer(info *types.Info, n ast.Node) bool {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return false
	}
	addr := litField(lit, "Addr")
	return addr != nil && isLocalAddr(info, addr)
}

// isLocalAddr reports whether addr is, or begins with, a constant host that is
// this machine: "localhost:6060", "127.0.0.1:" + port, fmt.Sprintf("[::1]:%d", port).
func isLocalAddr(info *types.Info, addr ast.Expr) bool {
	switch expr := ast.Unparen(addr).(type) {
	case *ast.BinaryExpr:
		if info.Types[expr].Value == nil {
			return isLocalAddr(info, expr.X)
		}
	case *ast.CallExpr:
		if catalog.Passes[callmatch.CalleeName(info, expr)] && len(expr.Args) > 0 {
			return isLocalAddr(info, expr.Args[0])
		}
	}
	tv := info.Types[addr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(tv.Value)
	host := text // net.JoinHostPort("localhost", port)
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.HasSuffix(text, "::1") {
		host = strings.Trim(text[:i], "[]")
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
