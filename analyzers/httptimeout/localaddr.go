package httptimeout

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net"
	"net/netip"
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

func isLocalAddr(info *types.Info, addr ast.Expr) bool {
	tv := info.Types[addr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return false
	}
	host, _, err := net.SplitHostPort(constant.StringVal(tv.Value))
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
