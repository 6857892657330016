package malformedinput

import (
	"go/constant"
	"go/types"
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// topicParts returns how many parts the topic of each message has at least, where a call splits one: the filters that
// the package subscribes to say so, if all are constants. It returns 0 for other calls.
//
//	client.Subscribe("devices/+/state", 1, onState)
//	…
//	id := strings.Split(msg.Topic(), "/")[1]
func (s *search) topicParts(call *ssa.Call) int64 {
	if _, splits := catalog.Splits[ssaflow.Callee(&call.Call)]; !splits || len(call.Call.Args) != 2 {
		return 0
	}
	row, ok := catalog.Topics[topicOf(call.Call.Args[0])]
	if !ok || text(call.Call.Args[1]) != row.Separator {
		return 0
	}
	least := int64(math.MaxInt64)
	for _, fn := range s.flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			sub, ok := instr.(ssa.CallInstruction)
			if !ok || !row.Subscribe[ssaflow.Callee(sub.Common())] {
				continue
			}
			args := sub.Common().Args
			if !sub.Common().IsInvoke() {
				args = args[1:]
			}
			least = min(least, partsOf(text(args[0]), row))
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// partsOf returns how many parts the topics have at least that a filter matches: a wildcard for the rest matches
// nothing, too.
func partsOf(filter string, row catalog.Topic) int64 {
	if filter == "" {
		return 0
	}
	n := int64(strings.Count(filter, row.Separator) + 1)
	if strings.HasSuffix(filter, row.Rest) {
		n--
	}
	return n
}

// topicOf names the method or field that a topic is read from.
func topicOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Call:
		return ssaflow.Callee(&v.Call)
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok {
			return ssaflow.OwnedField(addr)
		}
	}
	return ""
}

// text returns a constant string, "" for all others.
func text(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String || !types.Identical(c.Type().Underlying(), types.Typ[types.String]) {
		return ""
	}
	return constant.StringVal(c.Value)
}
