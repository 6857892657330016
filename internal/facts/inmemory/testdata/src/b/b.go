package b

import "a"

type Room struct{ gate a.Gate }

func (r *Room) Leave() { r.gate.End() } // want Leave:"in memory"

func (r *Room) Close() { r.gate.Open() }
