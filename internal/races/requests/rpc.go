package requests

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// answersCalls reports whether fn is a method by which a gRPC server answers, once for each call,
// in many goroutines: its receiver embeds what is generated for that, and it takes a message or
// a stream.
//
//	func (s *server) Get(ctx context.Context, in *pb.Key) (*pb.Value, error)
func answersCalls(fn *ssa.Function) bool {
	sig := fn.Signature
	if sig.Recv() == nil || !embedsServer(sig.Recv().Type()) || fn.Object() == nil || !fn.Object().Exported() || sig.Params().Len() == 0 {
		return false
	}
	first := sig.Params().At(0).Type()
	if callmatch.IsType(first, "context.Context") {
		return sig.Params().Len() == 2 && sig.Results().Len() == 2
	}
	stream, _, _ := types.LookupFieldOrMethod(sig.Params().At(sig.Params().Len()-1).Type(), true, nil, "SendMsg")
	return stream != nil
}

// embedsServer reports whether a type embeds an implementation that refuses all calls.
func embedsServer(t types.Type) bool {
	st, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		name := st.Field(i).Name()
		if st.Field(i).Embedded() && (strings.HasPrefix(name, "Unimplemented") || strings.HasPrefix(name, "Unsafe")) && strings.HasSuffix(name, "Server") {
			return true
		}
	}
	return false
}
