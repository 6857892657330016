package profile

import "encoding/binary"

// The fields of a profile.proto that are of interest here.
const (
	sampleField   = 2 // of a Profile
	locationField = 1 // of a Sample
	valueField    = 2 // of a Sample
)

// compact returns an encoded profile in which samples of equal stacks are one, without
// labels: a process may have a million goroutines, each with its own label, and the decoder
// needs a kilobyte for each. A malformed profile is returned unchanged, for the decoder to
// report. left counts samples beyond the bound for different stacks.
func compact(data []byte) (out []byte, left int) {
	m := merger{samples: make(map[string]*sample)}
	for rest := data; len(rest) > 0; {
		f, n := nextField(rest)
		if n == 0 {
			return data, 0
		}
		switch {
		case f.number != sampleField || f.wire != wireBytes:
			out = append(out, rest[:n]...)
		case !m.add(f.body):
			return data, 0
		}
		rest = rest[n:]
	}
	for _, s := range m.order {
		var values []byte
		for _, v := range s.values {
			values = binary.AppendUvarint(values, v)
		}
		body := appendBytes(nil, locationField, s.locations)
		out = appendBytes(out, sampleField, appendBytes(body, valueField, values))
	}
	return out, m.left
}

// A sample is one stack, by the encoded IDs of its locations, and the sums of its values.
type sample struct {
	locations []byte
	values    []uint64
}

type merger struct {
	samples map[string]*sample
	order   []*sample
	left    int

	locations []byte // of the sample that is read, used again
	values    []uint64
}

// add reads one sample; it reports false when that is malformed.
func (m *merger) add(body []byte) bool {
	m.locations, m.values = m.locations[:0], m.values[:0]
	for len(body) > 0 {
		f, n := nextField(body)
		if n == 0 {
			return false
		}
		body = body[n:]
		switch f.number {
		case locationField:
			m.locations = append(m.locations, f.numbers()...)
		case valueField:
			for packed := f.numbers(); len(packed) > 0; {
				v, n := binary.Uvarint(packed)
				if n <= 0 {
					return false
				}
				m.values, packed = append(m.values, v), packed[n:]
			}
		}
	}
	s := m.samples[string(m.locations)]
	if s == nil {
		if len(m.order) >= maxStacks {
			m.left++
			return true
		}
		s = &sample{locations: append([]byte{}, m.locations...), values: make([]uint64, len(m.values))}
		m.samples[string(m.locations)] = s
		m.order = append(m.order, s)
	}
	if len(s.values) != len(m.values) {
		return false
	}
	for i, v := range m.values {
		s.values[i] += v
	}
	return true
}

// Encodings of fields.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// A field is one field of an encoded message; body is what follows its tag and length.
type field struct {
	number uint64
	wire   uint64
	body   []byte
}

// numbers returns the encoded numbers of a repeated field, whether packed or not.
func (f field) numbers() []byte {
	if f.wire == wireVarint || f.wire == wireBytes {
		return f.body
	}
	return nil
}

// nextField returns the first field of a message, and how long it is; 0 for what is
// malformed.
func nextField(data []byte) (f field, length int) {
	tag, n := binary.Uvarint(data)
	if n <= 0 {
		return f, 0
	}
	f.number, f.wire = tag>>3, tag&7
	size := uint64(0)
	switch f.wire {
	case wireVarint:
		_, k := binary.Uvarint(data[n:])
		size = uint64(max(k, 0))
	case wire64:
		size = 8
	case wire32:
		size = 4
	case wireBytes:
		var k int
		if size, k = binary.Uvarint(data[n:]); k <= 0 {
			return f, 0
		}
		n += k
	}
	if f.wire != wireBytes && size == 0 || size > uint64(len(data)-n) {
		return f, 0
	}
	end := n + int(size)
	f.body = data[n:end]
	return f, end
}

func appendBytes(out []byte, number uint64, body []byte) []byte {
	out = binary.AppendUvarint(out, number<<3|wireBytes)
	out = binary.AppendUvarint(out, uint64(len(body)))
	return append(out, body...)
}
