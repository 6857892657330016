package unguardedfield

var (
	showing  *viewer
	queueing *viewer
)

// What is tested is what is used: only the pointer may be out of date.
func Show(frames <-chan []byte) {
	go func() {
		for range frames {
			showing = nil // want `data race: showing is written here and read by another goroutine at line 17, and no mutex guards it`
		}
	}()
	go func() {
		for frame := range frames {
			if v := showing; v != nil {
				_, _ = v.track.Write(frame)
			}
		}
	}()
}

// Nothing sets queueing to nil.
func Enqueue(frames <-chan []byte, v *viewer) {
	go func() {
		for range frames {
			queueing = v // want `data race: queueing is written here and read by another goroutine at line \d+, and no mutex guards it`
		}
	}()
	go func() {
		for frame := range frames {
			if queueing != nil {
				_, _ = queueing.track.Write(frame)
			}
		}
	}()
}
