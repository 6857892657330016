package doubleclose

// A caller makes it.
type GivenHalter struct{ halt chan struct{} }

func NewGivenHalter(halt chan struct{}) *GivenHalter { return &GivenHalter{halt} }

func (h *GivenHalter) Close() {
	close(h.halt) // want "a second call of Close panics"
}
