package uncancellablesleep

import "time"

type settings struct{ every time.Duration }

func (s *settings) interval() time.Duration { return s.every }
