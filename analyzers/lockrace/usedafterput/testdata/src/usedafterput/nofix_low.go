package usedafterput

import "bytes"

func fallsThrough(data []byte) {
	buf := buffers.Get().(*bytes.Buffer)
	if len(data) == 0 {
		buffers.Put(buf)
	}
	buf.Write(data) // want `buf.Write\(data\) is used`
	buffers.Put(buf)
}
