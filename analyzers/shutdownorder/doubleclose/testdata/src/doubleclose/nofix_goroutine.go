package doubleclose

import "io"

// The goroutine gets there in a method that a literal calls.
type feedReader struct {
	inner struct{ ended chan struct{} }
	rc    io.ReadCloser
}

func openReader(rc io.ReadCloser) *feedReader {
	f := &feedReader{rc: rc}
	f.inner.ended = make(chan struct{})
	go func() {
		f.read()
	}()
	return f
}

func (f *feedReader) read() {
	io.Copy(io.Discard, f.rc)
	close(f.inner.ended)
}

func (f *feedReader) Shutdown() {
	f.rc.Close()
	close(f.inner.ended) // want `the goroutine closes f.inner.ended at line 15 when it returns, and so does each call of Shutdown`
}
