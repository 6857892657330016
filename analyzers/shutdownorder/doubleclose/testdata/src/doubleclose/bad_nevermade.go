package doubleclose

// A method makes the channel, wherever that is.
type LateHalter struct {
	size int
	halt chan struct{}
}

func NewLateHalter(size int) *LateHalter { return &LateHalter{size: size} }

func (h *LateHalter) Begin() { prepare(&h.halt, h.size) }

func (h *LateHalter) Halted() <-chan struct{} { return h.halt }

func (h *LateHalter) Close() {
	close(h.halt) // want "a second call of Close panics"
}

func prepare(ch *chan struct{}, n int) { *ch = make(chan struct{}, n) }
