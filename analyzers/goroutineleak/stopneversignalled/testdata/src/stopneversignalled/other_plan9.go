package stopneversignalled

func (e *elsewhere) end() { close(e.leaveNow) }
