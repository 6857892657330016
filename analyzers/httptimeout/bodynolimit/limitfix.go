package bodynolimit

import (
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// limitReaders limits what calls of one file read into memory: more is an error.
func limitReaders(p *check.Pass, sinks ...*calls.Call) *edit.Fix {
	e := p.Edit(sinks[0].Expr.Pos())
	for _, sink := range sinks {
		reader, _, ok := memorySink(p, sink.Expr, sink.Name)
		if !ok || p.Fset.File(reader.Pos()) != p.Fset.File(sinks[0].Expr.Pos()) {
			return nil
		}
		open, end := e.Import(reader.Pos(), "net/http", "http")+".MaxBytesReader(nil, ", ", 32<<20)"
		if obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(reader), true, p.Pkg, "Close"); obj == nil {
			open, end = open+e.Import(reader.Pos(), "io", "io")+".NopCloser(", ")"+end
		}
		e.Insert(reader.Pos(), open)
		e.Insert(reader.End(), end)
	}
	return e.Fix("Limit what is read to 32 MiB", "longer content is refused")
}
