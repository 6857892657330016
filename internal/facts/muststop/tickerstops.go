package muststop

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// tickerStops returns the calls of Stop on the tickers in fields that body, or
// a function it calls, receives from.
func (m *model) tickerStops(body *ssa.Function) []ssaflow.Op {
	if m.stops == nil {
		m.stops = make(map[*types.Var][]ssaflow.Op)
		for _, fn := range m.flow.SSA.Funcs {
			m.addTickerStops(fn)
		}
	}
	var list []ssaflow.Op
	for _, fn := range m.reached(body) {
		for instr := range ssaflow.Instrs(fn) {
			addr, ok := instr.(*ssa.FieldAddr)
			if !ok || callmatch.TypeName(addr.X.Type()) != "time.Ticker" {
				continue
			}
			if field := loadedField(addr.X); field != nil {
				list = append(list, m.stops[field]...)
			}
		}
	}
	return list
}

// addTickerStops notes the calls of Stop on tickers in fields.
func (m *model) addTickerStops(fn *ssa.Function) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || ssaflow.Callee(call.Common()) != "(*time.Ticker).Stop" {
			continue
		}
		if field := loadedField(call.Common().Args[0]); field != nil {
			m.stops[field] = append(m.stops[field], ssaflow.Op{Instr: instr, State: -1})
		}
	}
}
