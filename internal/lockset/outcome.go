package lockset

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// conditions are those that the paths of a function may test, by their text. They have numbers, so that what
// a path knows is small.
type conditions struct {
	ids   map[string]int32
	names []string
	times []int // how often a path may test it, or make a value of it
}

// note counts a condition.
func (c *conditions) note(name string, times int) {
	id, ok := c.ids[name]
	if !ok {
		id = int32(len(c.names))
		c.ids[name] = id
		c.names, c.times = append(c.names, name), append(c.times, 0)
	}
	c.times[id] += times
}

// tested returns the number of a condition that paths may test as often as least, or oftener.
func (c *conditions) tested(name string, least int) (int32, bool) {
	id, ok := c.ids[name]
	return id, ok && c.times[id] >= least
}

// forget drops what is known of conditions that mention a value which is computed anew.
func (c *conditions) forget(known outcomes, name string) outcomes {
	return slices.DeleteFunc(known, func(o outcome) bool { return strings.Contains(c.names[o.id], name) })
}

// outcomes are what a path knows of conditions, by their numbers.
type outcomes []outcome

type outcome struct {
	id    int32
	value bool
}

func (o outcomes) find(id int32) (int, bool) {
	return slices.BinarySearchFunc(o, id, func(o outcome, id int32) int { return cmp.Compare(o.id, id) })
}

func (o outcomes) of(id int32) (value, known bool) {
	i, known := o.find(id)
	return known && o[i].value, known
}

// set notes an outcome. It may change o.
func (o outcomes) set(id int32, value bool) outcomes {
	i, known := o.find(id)
	if known {
		o[i].value = value
		return o
	}
	return slices.Insert(o, i, outcome{id, value})
}

// key names a place, and what is known there.
func (o outcomes) key(block, index int) string {
	key := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(block)), uint64(index))
	for _, known := range o {
		n := uint64(known.id) << 1
		if known.value {
			n |= 1
		}
		key = binary.AppendUvarint(key, n)
	}
	return string(key)
}
