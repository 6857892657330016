package blockedreceive

// The channel lies in a struct without a name, in a generic type: the literal has another
// type parameter than the field.
type stage[T any] struct {
	gate *struct {
		next chan T
		last T
	}
}

func newStage[T any]() *stage[T] {
	return &stage[T]{gate: &struct {
		next chan T
		last T
	}{next: make(chan T)}}
}

func (s *stage[T]) start(show func(T)) {
	go func() { show(<-s.gate.next) }()
}

func (s *stage[T]) put(v T) { s.gate.next <- v }

// In a function that makes an instance.
func runStage() int {
	s := newStage[int]()
	go func() { s.gate.next <- 1 }()
	return <-s.gate.next
}
