package setting

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// switches are fields that turn on, or off, what the other fields of their struct configure: by their names in lower
// case, with the value by which it is off.
var switches = map[string]string{"enabled": "false", "enable": "false", "active": "false", "disabled": "true", "disable": "true"}

// switchedOff returns where the literal of a default says that nothing uses it unless another setting is made:
//
//	Graphite{Enabled: false, URI: "localhost:2003"}
func (f *finder) switchedOff(s *Setting) token.Pos {
	cur, ok := astindex.Find(f.in, s.At.(ast.Node))
	if !ok {
		return token.NoPos
	}
	lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
	if !ok {
		return token.NoPos
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		v := f.TypesInfo.Types[kv.Value].Value
		if off := switches[strings.ToLower(key.Name)]; off != "" && v != nil && v.String() == off {
			return kv.Pos()
		}
	}
	return token.NoPos
}
