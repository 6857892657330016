package blockedreceive

func (e *elsewhere) init() { e.ready = make(chan int) }
